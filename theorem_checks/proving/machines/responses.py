r"""The order of a delay: how many units a response takes that comes T - 1 steps late.

If :math:`X A^j Y = 0` for j < T - 1, and the identity of m rows for j = T - 1, then A has T m rows
at least. For the rows (i, a) of :math:`X A^i` and the columns (k, b) of :math:`A^k Y`, i, k < T,
have the product :math:`X A^{i+k} Y`, of which nothing is known for i + k >= T. But with the columns
in the order of falling k it is triangular, with ones on the diagonal i + k = T - 1, and so has an
inverse; and it is a product through as many dimensions as A has rows.
"""

from typing import Any, NamedTuple

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.conclude import prove
from theorem_checks.statements.arrays.index_expressions import Sum, scalar
from theorem_checks.statements.arrays.index_relations import delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.lags import follows
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.tensors import Entry, Tensor
from theorem_checks.statements.conclusions import AtMost, Equal, Implies
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.terms import term
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["RequiredResponse", "order_of_delay", "required_response"]


class RequiredResponse(NamedTuple):
    """What `order_of_delay` asks about, and the indices in which it is written."""

    equal: Equal
    lag: Index
    row: Index
    column: Index


def required_response(
    left: SymbolicArray, powers: SymbolicArray, right: SymbolicArray, lags: Any
) -> RequiredResponse:
    r"""That :math:`X A^j Y` is :math:`[j = T - 1]\,I` for every j < T.

    **Arguments**: X and Y, matrices of m rows, and of m columns; the powers of A by age, of
    `World.by_age`, as `conclusion.array` gives them; the number T of `lags`.

    **Raises** `ArgumentError` for other shapes, and powers that are not by age.
    """
    tensor = _by_age(powers)
    sides = {"left": left, "right": right}
    for name, side in sides.items():
        families = [part for axis in side.axes for part in axis]
        if len(side.axes) != 2 or len(families) != 2 or any(len(f.sizes) != 1 for f in families):
            raise ArgumentError(name, side, "a matrix with one index for its rows and its columns")
        if any(part.increasing for part in families):
            raise ArgumentError(name, side, "rows and columns of all indices")
    (row,), (inner,) = (axis[0].indices(n) for n, axis in enumerate(left.axes))
    (other,), (column,) = (axis[0].indices(n) for n, axis in enumerate(right.axes))
    if row.range != column.range or inner.range != other.range:
        raise ArgumentError("right", right, f"a matrix of the shape of {left!r}, turned")
    j, a, b = Index("lag", term(lags, "lags")), Index("row", row.range), Index("col", row.range)
    h, g, v = Index("h", inner.range), Index("g", inner.range), Index("v", j.range)
    x = left.blocks.get((0, 0), scalar(0)).renamed([(row, a), (inner, h)])
    y = right.blocks.get((0, 0), scalar(0)).renamed([(other, g), (column, b)])
    last = scalar(1) - Sum(follows(v, j), v)
    said = Equal(Sum(x * tensor[j, h, g] * y, h, g), last * delta(a, b))
    return RequiredResponse(said, j, a, b)


def _by_age(powers: SymbolicArray) -> Tensor:
    """The tensor of the powers of a matrix by age."""
    entries = [e for e in powers.blocks.values() if isinstance(e, Entry)]
    if len(entries) != 1 or not (entries[0].tensor.matrix and entries[0].tensor.rank == 3):
        raise ArgumentError("powers", powers, "powers of a matrix by age, of w.by_age(powers)")
    return entries[0].tensor


def order_of_delay(
    conclusion: Implies,
    left: SymbolicArray,
    powers: SymbolicArray,
    right: SymbolicArray,
    lags: Any,
    part: Evidence,
) -> Evidence:
    """From X A^j Y = [j = T - 1] I for j < T, that T m is at most the number of rows of A.

    **Arguments**: `conclusion`, that a hypothesis implies N <= n; X, the powers of A, Y and T, as
    for `required_response`; `part`, evidence of what that gives, under the hypothesis.

    **Returns** Evidence in parts: that N is T m, and n the number of rows of A; and `part`.

    **Raises** `ArgumentError` for another conclusion, `CheckError` where `part` concludes anything
    else.
    """
    if not isinstance(conclusion, Implies) or not isinstance(conclusion.body, AtMost):
        raise ArgumentError("conclusion", conclusion, "a hypothesis that implies N <= n")
    needed = required_response(left, powers, right, lags)
    require_concluded(part, Implies(conclusion.hypothesis, needed.equal), "part")
    bound = conclusion.body
    rows = needed.lag.range * needed.row.range
    parts = {
        "the number of rows": prove(Equal(bound.lhs, rows)),
        "the dimensions between": prove(Equal(bound.rhs, left.shape[1])),
        "the response": part,
    }
    whole = all_of(parts, "under the hypothesis")
    if whole.verdict is Verdict.REFUTED:
        reason = f"An obligation is false, which does not refute the conclusion: {whole.reason}"
        whole = Evidence.undecided(reason)
    return concluded(whole, conclusion, "order of delay")
