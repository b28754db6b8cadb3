r"""The rule that puts equal arrays in place of each other under a hypothesis.

Where a = b for all values of the indices, an expression of which a is a part is the same with b in
place of a. The expression is data, with a free array in the place.
"""

from typing import Any, NamedTuple

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.conclude import prove
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import All, Conclusion, Equal, Implies
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.terms import put, replacement, tensor_names
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["Replaced", "replacing"]


def replacing(conclusion: Implies, context: Any, *places: SymbolicArray) -> Evidence:
    """That equations of arrays imply another one, of whose sides they are parts.

    **Arguments**: the `conclusion`, that an `Equal` of arrays, or `All` of several, implies an
    `Equal`; the `context`, an array or an index expression in which free arrays stand, one for each
    of these equations, which are the `places`. With the left sides in these places it has to be
    the left side of what is concluded, and with the right sides the right one.

    **Raises** `ArgumentError` for another conclusion, and for places that are no free arrays of the
    axes of their equations, or whose names stand in the conclusion.
    """
    given, body = _equations(conclusion.hypothesis), conclusion.body
    if not isinstance(body, Equal):
        raise ArgumentError("conclusion", type(body).__name__, "an implication of an Equal")
    if len(places) != len(given):
        raise ArgumentError("places", len(places), f"{len(given)} free arrays")
    _require_fresh(conclusion, places)
    parts = {}
    for side in ("lhs", "rhs"):
        here: dict[str, Any] = {}
        for place, equation in zip(places, given, strict=True):
            here |= replacement(place, getattr(equation, side))
        parts[f"the {side}"] = prove(Equal(getattr(body, side), put(context, here)))
    whole = all_of(parts, "where the arrays are equal")
    if whole.verdict is Verdict.REFUTED:  # another context may do
        whole = Evidence.undecided(f"The context is not that of the sides: {whole.reason}")
    given_to_it = Replaced(conclusion, context, places)
    return concluded(whole, conclusion, "replacing", given=given_to_it)


class Replaced(NamedTuple):
    """What a replacement was given: its `conclusion`, the `context`, and its free arrays."""

    conclusion: Implies
    context: Any
    places: tuple[SymbolicArray, ...]


def _equations(hypothesis: Conclusion) -> list[Equal]:
    """The equations of a hypothesis.

    **Raises** `ArgumentError` for anything else than equations of arrays.
    """
    found = list(hypothesis.parts) if isinstance(hypothesis, All) else [hypothesis]
    for part in found:
        if not isinstance(part, Equal) or not isinstance(part.lhs, SymbolicArray):
            raise ArgumentError("conclusion", part, "a hypothesis of equations of arrays")
    return found  # pyright: ignore[reportReturnType]


def _require_fresh(conclusion: Conclusion, places: tuple[SymbolicArray, ...]) -> None:
    taken: set[str] = set()
    conclusion.mapped(lambda part: taken.update(tensor_names(part)) or part)
    for place in places:
        names = tensor_names(place)
        if bad := taken & names:
            raise ArgumentError("places", sorted(bad), "free arrays of names that nothing has")
        taken |= names
