"""Identities between expressions, for all values of their symbols.

- `deciding`: verdicts on stated identities.
- `rational_functions`, `generators`, `canonical`: the canonical form, a fraction of polynomials
  with rational coefficients over generators that are related.
- `requirements`: where that form stands for the expression.
- `number_fields`, `separation`: algebraic numbers.
- `agreement`, `schwartz_zippel`, `balls`: the second witness, at points.
"""
