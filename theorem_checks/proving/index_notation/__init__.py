"""Expressions in index notation: sums over ranges of symbolic size, and arrays made of them.

- `identities`, `arrays`, `inequalities`: verdicts on stated equations and inequalities.
- `sums_of_squares`: why a difference is nowhere negative.
- `canonical`, `terms`, `products`, `graphs`: the canonical form, in which bound indices have no
  names: of an expression, of a node of one, of a product, of what hangs together in a product.
- `known_entries`, `functions`, `permutations`, `signs`: what that form knows of entries.
- `entries`: entries as numbers of the solvers.
- `instances`: small sizes, random entries, shrinking.
"""
