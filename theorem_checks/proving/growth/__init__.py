r"""Growth of sequences and orders of convergence.

- `recurrences`: sequences that solve a linear recurrence with polynomial coefficients.
- `modes`: the growths :math:`\rho^k k^\theta` that solutions can have, exactly.
- `dominance`: which of them is the largest, by exact comparison.
- `formal`, `enclosures`: the constant of the growth, enclosed in balls with a proved tail bound.
- `values`: the recurrence run in balls, to a million steps.
- `generating`, `constants`: the constant in closed form, where the generating function solves an
  equation of first order.
- `deciding`, `bounding`: verdicts on stated growths.
- `orders`: the order of an error as a scale goes to zero.
- `limits`: limits of rational functions at infinity.
"""
