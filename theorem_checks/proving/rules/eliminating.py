"""The rule that puts what an array is assumed to be in its place.

Under the hypothesis that C = A B, where C is an array of free entries that stands by itself, what
is said of C is said of A B, whatever A and B are: the equation is met by one C and no other, so
that it may be left out with C.
"""

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.rules.rewriting import hypotheses_of
from theorem_checks.statements.arrays.index_expressions import IndexExpression, nodes
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.tensors import Entry
from theorem_checks.statements.conclusions import All, Conclusion, Equal, Implies, Relation
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.terms import Replacement, put, replacement, tensor_names
from theorem_checks.verdicts.evidence import Evidence, all_of

__all__ = ["eliminated", "eliminating"]


def eliminating(conclusion: Implies, evidence: Evidence) -> Evidence:
    """From a statement in which A B stands for C, the statement under the hypothesis C = A B.

    **Arguments**: the `conclusion`, relations under hypotheses; `evidence` of
    `eliminated(conclusion)`.

    **Returns** Evidence of the conclusion, under the conditions of its part; REFUTED where that is,
    as C is then what the equation says.

    **Raises** `CheckError` where the evidence concludes anything else; `ArgumentError` as
    `eliminated`.
    """
    require_concluded(evidence, eliminated(conclusion), "evidence")
    whole = all_of({"with what it is assumed to be in its place": evidence}, "under the hypothesis")
    return concluded(whole, conclusion, "eliminating")


def eliminated(conclusion: Conclusion) -> Conclusion:
    """A statement without its hypotheses that say what arrays of free entries are.

    One after the other, each equation of arrays is left out of which one side is an array of free
    entries by itself that does not stand in the other side; that takes its place in all else.

    **Raises** `ArgumentError` where there is none, and for what is no relation of arrays or of
    numbers under such.
    """
    hypotheses, body = hypotheses_of(conclusion)
    _require_relations([*hypotheses, body])
    left, found = list(hypotheses), False
    while (chosen := _first_that_defines(left, [*left, body])) is not None:
        number, here = chosen
        found = True
        left = [_with(said, here) for n, said in enumerate(left) if n != number]
        body = _with(body, here)
    if not found:
        hint = "One side is an array of the world by itself, which the other side does not have."
        raise ArgumentError(
            "conclusion", conclusion.latex, "a hypothesis that defines an array", hint
        )
    if not left:
        return body
    return Implies(All(tuple(left)) if len(left) > 1 else left[0], body)


def _require_relations(parts: list[Conclusion]) -> None:
    for part in parts:
        inner = part.parts if isinstance(part, All) else (part,)
        for one in inner:
            if not isinstance(one, Relation):
                kind = type(one).__name__
                raise ArgumentError("conclusion", kind, "relations of arrays and numbers")


def _first_that_defines(
    hypotheses: list[Conclusion], everything: list[Conclusion]
) -> tuple[int, Replacement] | None:
    """The number of an equation that says what an array is, and what puts that in its place."""
    for number, said in enumerate(hypotheses):
        if not isinstance(said, Equal) or not isinstance(said.lhs, SymbolicArray):
            continue
        for free, value in ((said.lhs, said.rhs), (said.rhs, said.lhs)):
            if not isinstance(free, SymbolicArray) or not isinstance(value, SymbolicArray):
                continue
            if not _stands_by_itself(free):
                continue
            try:
                here = replacement(free, value)
            except ArgumentError:
                continue
            if here and not here.keys() & tensor_names(value) and _is_free(here, everything):
                return number, here
    return None


def _stands_by_itself(array: SymbolicArray) -> bool:
    """Whether each block is an entry at just the indices of its place: no diagonal, no column."""
    for place, block in array.blocks.items():
        own = [
            index
            for number, (axis, family) in enumerate(zip(array.axes, place, strict=True))
            for index in axis[family].indices(number)
        ]
        if any(axis[family].increasing for axis, family in zip(array.axes, place, strict=True)):
            return False
        if not isinstance(block, Entry) or len(block.indices) != len(own):
            return False
        if {index.name for index in block.indices} != {index.name for index in own}:
            return False
    return True


def _is_free(here: Replacement, everything: list[Conclusion]) -> bool:
    """Whether nothing is known of the arrays that are replaced, by themselves or by others."""
    known = True

    def seen(part: object) -> object:
        nonlocal known
        blocks = part.blocks.values() if isinstance(part, SymbolicArray) else [part]
        blocks = [block for block in blocks if isinstance(block, IndexExpression)]
        for node in nodes(blocks):
            tensor = getattr(node, "tensor", None)
            if tensor is None:
                continue
            related = tensor.inverse_of in here or tensor.power_of in here
            own = tensor.name in here and bool(tensor.known or tensor.inverse_of or tensor.power_of)
            known = known and not related and not own
        return part

    for said in everything:
        said.mapped(seen)
    return known


def _with(said: Conclusion, here: Replacement) -> Conclusion:
    kinds = SymbolicArray, IndexExpression
    return said.mapped(lambda part: put(part, here) if isinstance(part, kinds) else part)
