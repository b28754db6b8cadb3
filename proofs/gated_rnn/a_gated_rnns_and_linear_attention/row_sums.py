"""A product with a matrix is at most the sums of its rows' sizes times the largest entry.

Each $w_j z_j$ lies between $-v_j b$ and $v_j b$, by arithmetic from the bounds of its factors, and
each step of the sum adds one of them to both sides; so it is proved by induction over the length of
the row. The bounds of errors of Table 3 use it for weights of any number of units.
"""

import sympy as sp

from theorem_checks import All, AtMost, Evidence, ForAll, Implies, prove_by_induction

__all__ = ["row_sums"]


def row_sums() -> Evidence:
    """Decide that a row w with |w_j| <= v_j and a z with |z_j| <= b give |w z| <= b (v_1 + ...)."""
    n, j = (sp.Symbol(name, integer=True, positive=True) for name in "nj")
    w, v, z = (sp.Function(name, real=True) for name in "wvz")
    b = sp.Symbol("b", real=True)
    sizes = ((w, v(j)), (z, b))
    within = All(
        tuple(part for f, most in sizes for part in (AtMost(-most, f(j)), AtMost(f(j), most)))
    )
    product = sp.Sum(w(j) * z(j), (j, 1, n))
    most = b * sp.Sum(v(j), (j, 1, n))
    bounded = All((AtMost(-most, product), AtMost(product, most)))
    return prove_by_induction(Implies(ForAll(j, 1, within), ForAll(n, 1, bounded)))
