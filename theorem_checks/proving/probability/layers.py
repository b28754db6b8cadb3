r"""Moments of what passes through random layers, of any number: one layer, and induction.

Given :math:`h_{l-1}`, which does not depend on :math:`W_l`, the mean of a form of
:math:`h_l = W_l h_{l-1}` is that of one layer applied to a constant vector, which `prove_moment`
decides at all sizes. Its mean in turn is what is wanted: so :math:`E |h_l|^2` follows a recurrence
over the layers, which is solved by induction.
"""

from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.induction.by_induction import prove_by_induction
from theorem_checks.proving.rules.connectives import given
from theorem_checks.statements.conclusions import All, Conclusion, Equal, ForAll, Implies, Mean
from theorem_checks.statements.layers import SecondMoment
from theorem_checks.statements.moments.laws import IID
from theorem_checks.statements.moments.statistics import bilinear, inner, squared_norm
from theorem_checks.statements.moments.tensors import ConstantVector, RandomMatrix
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.evidence import Evidence, all_of

__all__ = ["by_signal_propagation"]


def by_signal_propagation(conclusion: Conclusion) -> Evidence:
    """The second moment of what passes through L random layers, for every L.

    **Arguments**: `conclusion`, a `SecondMoment`, which may stand under hypotheses.

    **Returns** Evidence in parts: the mean of the squared norm of one layer's output, and of a
    product of two of its coordinates in any directions, given its input; what the recurrence over
    the layers comes to, by induction; and that the scale is that.

    **Raises** `ArgumentError` where the depth is not known to be an integer from 1 on, the sizes
    to be positive integers, or the variances not to be negative.
    """
    if isinstance(conclusion, Implies):
        return given(conclusion, by_signal_propagation(conclusion.body))
    if not isinstance(conclusion, SecondMoment):
        raise ArgumentError("conclusion", type(conclusion).__name__, "a SecondMoment")
    depth, scale = conclusion.depth, conclusion.scale
    if not (depth.is_integer and depth.is_positive):
        raise ArgumentError("depth", depth, "an integer that is known to be 1 or more")
    functions = {f.func.__name__: f.func for f in scale.atoms(AppliedUndef)}
    n = functions.get(conclusion.sizes) or sp.Function(
        conclusion.sizes, integer=True, positive=True
    )
    s = functions.get(conclusion.variances) or sp.Function(conclusion.variances, nonnegative=True)
    layer = sp.Symbol("l", integer=True, positive=True)
    if not (n(layer).is_integer and n(layer).is_positive):
        raise ArgumentError("sizes", n(layer), "a sequence of positive integers")
    if not s(layer).is_nonnegative:
        raise ArgumentError("variances", s(layer), "a sequence of nonnegative numbers")
    squared, coordinates = _of_one_layer()
    product = sp.Product(n(layer) * s(layer), (layer, 1, depth - 1))
    parts = {
        "the squared norm after a layer": prove(squared),
        "two directions of it": prove(coordinates),
        "over the layers": prove_by_induction(_over_layers(n, s, layer)),
        "the scale": prove(Equal(scale, s(depth) * product)),
    }
    scope = "every number of layers, all sizes, variances and laws of mean 0"
    return concluded(all_of(parts, scope), conclusion, "by signal propagation")


def _of_one_layer() -> tuple[Mean, Mean]:
    """The means of |W h|^2 and of (u W h)(y W h) for a constant h, and any directions u and y."""
    rows, columns = sp.symbols("rows columns", integer=True, positive=True)
    variance = sp.Symbol("v", nonnegative=True)
    W = RandomMatrix("W", rows, columns, IID(moments={1: 0, 2: variance}))
    h, u, y = ConstantVector("h", columns), ConstantVector("u", rows), ConstantVector("y", rows)
    after = W @ h
    squared = Mean(squared_norm(after), rows * variance * squared_norm(h))
    both = bilinear(u, after @ after.T, y)
    return squared, Mean(both, variance * inner(u, y) * squared_norm(h))


def _over_layers(n: Any, s: Any, layer: sp.Symbol) -> Implies:
    """With M(l) = E |h_l|^2 / |x|^2: that its recurrence makes it a product."""
    taken = {n.__name__, s.__name__}
    name = next(name for name in ("M", "M_", "M__") if name not in taken)
    mean = sp.Function(name, real=True)
    m = sp.Symbol("m", integer=True, nonnegative=True)
    step = ForAll(m, 0, Equal(mean(m + 1), n(m + 1) * s(m + 1) * mean(m)))
    closed = ForAll(m, 0, Equal(mean(m), sp.Product(n(layer) * s(layer), (layer, 1, m))))
    return Implies(All((Equal(mean(0), 1), step)), closed)
