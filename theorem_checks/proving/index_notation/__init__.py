"""Expressions in index notation: sums over ranges of symbolic size, and arrays made of them.

- `identities`, `arrays`, `inequalities`: verdicts on stated equations and inequalities.
- `sums_of_squares`: why a difference is nowhere negative.
- `canonical`, `products`, `graphs`: the canonical form, in which bound indices have no names.
- `entries`: entries as numbers of the solvers.
- `instances`: small sizes, random entries, shrinking.
"""
