"""Random numbers beyond their moments: normal units, suprema, tails, limits, layers.

- `normal_means`, `normal_closed_forms`, `normal_units`: means of functions of normal numbers.
- `suprema`: means of suprema over classes of functions.
- `tails`, `moment_tails`, `eventual`: probabilities of events, and what is true from some index on.
- `layers`: what passes through random layers, of any number.
"""
