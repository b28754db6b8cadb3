r"""The rule that puts equals in place of equals.

What is proved equal for all values of its symbols may stand for the other wherever it stands in a
statement: a sum inside of a product, of a root or of a quotient by its closed form, say. What is
assumed to be equal may so in what is said under the assumption.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.function import AppliedUndef

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import All, Conclusion, Equal, Implies
from theorem_checks.statements.formulas import condition, nonzero
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.texts import text_of
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.seals import Condition

__all__ = [
    "assuming",
    "bound_in",
    "conjuncts_of",
    "each_under",
    "hypotheses_of",
    "renaming_indices",
    "rewriting",
    "rewritten",
    "rewritten_once",
    "under_hypotheses",
    "with_common_indices",
]

Premise = tuple[Equal, Evidence]
"""An equation, and evidence of it."""


def rewriting(conclusion: Conclusion, evidence: Evidence, *equations: Premise) -> Evidence:
    """From A with b in place of a, and a = b, that A.

    **Arguments**: the `conclusion` A; `evidence` of `rewritten(A, equations)`; the equations of
    numbers a = b, with evidence of each.

    **Returns** Evidence of A, under the conditions of its parts. Where the equations are known,
    without conditions, it is REFUTED if what is rewritten is.

    **Raises** `CheckError` where a part concludes anything else; `ArgumentError` as `rewritten`.
    """
    other = rewritten(conclusion, [said for said, _ in equations])
    require_concluded(evidence, other, "evidence")
    conditions = list(_lost(conclusion, other, [said for said, _ in equations]))
    parts = {"rewritten": evidence}
    for number, (said, known) in enumerate(equations, 1):
        require_concluded(known, said, f"equation {number}")
        parts[f"equation {number}"] = known
    whole = all_of(parts, "with equals in place of equals")
    partly = [*conditions, *(c for _, known in equations for c in known.conditions)]
    is_known = all(known.verdict.passes for _, known in equations) and not partly
    if whole.verdict is Verdict.REFUTED and not is_known:  # the point may be one where a is not b
        reason = f"What is not known refutes nothing: {whole.reason}"
        whole = replace(whole, verdict=Verdict.UNDECIDED, reason=reason)
    return concluded(whole, conclusion, "rewriting", conditions=conditions)


def assuming(conclusion: Implies, evidence: Evidence, *equations: Equal) -> Evidence:
    """From B with b in place of a, that A implies B, where A says that a = b.

    **Arguments**: the `conclusion`, that A implies B; `evidence` of `rewritten(B, equations)`; the
    equations of numbers a = b, each of them one of the hypotheses, in the order in which they are
    used, and as often.

    **Returns** Evidence that A implies B, under the conditions of its part.

    **Raises** `CheckError` where the evidence concludes anything else; `ArgumentError` as
    `rewritten`, and for an equation that is no hypothesis.
    """
    hypotheses, body = hypotheses_of(conclusion)
    known = {said.key for said in hypotheses}
    if strange := [said.latex for said in equations if said.key not in known]:
        raise ArgumentError("equations", strange, f"hypotheses of {conclusion}")
    other = rewritten(body, equations)
    require_concluded(evidence, other, "evidence")
    conditions = list(_lost(body, other, equations))
    whole = all_of({"rewritten": evidence}, "under the hypotheses")
    if whole.verdict is Verdict.REFUTED:  # the point may be one that no hypothesis allows
        reason = f"What is not assumed refutes nothing: {whole.reason}"
        whole = replace(whole, verdict=Verdict.UNDECIDED, reason=reason)
    return concluded(whole, conclusion, "assuming", conditions=conditions)


def renaming_indices(conclusion: Conclusion, evidence: Evidence) -> Evidence:
    """From a statement, the one that calls the indices of its sums otherwise.

    **Arguments**: `evidence` of `with_common_indices(conclusion)`.
    """
    require_concluded(evidence, with_common_indices(conclusion), "evidence")
    whole = all_of({"of other indices": evidence}, "all values")
    return concluded(whole, conclusion, "bound indices")


def with_common_indices(said: Conclusion) -> Conclusion:
    """The same statement, in which equal sums call their indices the same."""
    return said.mapped(lambda part: _in_common(part) if isinstance(part, sp.Basic) else part)


@lru_cache(maxsize=10_000)
def _in_common(part: Any) -> Any:
    """An expression in which equal sums call their indices the same."""
    if not part.args:
        return part
    if isinstance(part, sp.Sum | sp.Product):
        inside = _in_common(part.function)
        deep = max((_depth(inner) for inner in inside.atoms(sp.Sum, sp.Product)), default=-1)
        new = {
            index: sp.Symbol(f"index.{number}", **index._assumptions_orig)
            for number, index in enumerate(part.variables, deep + 1)
        }
        limits = [
            (new[i], *(_in_common(end).xreplace(new) for end in ends)) for i, *ends in part.limits
        ]
        if not set(new.values()) & inside.free_symbols:
            return part.func(inside.xreplace(new), *limits)
    return part.func(*map(_in_common, part.args)) if part.has(sp.Sum, sp.Product) else part


def _depth(ranged: Any) -> int:
    """How deep the sums are that were named inside of a sum, from its name."""
    numbers = (v.name.partition("index.")[2] for v in ranged.variables)
    return max(int(number or 0) for number in numbers)


def hypotheses_of(conclusion: Conclusion) -> tuple[list[Conclusion], Conclusion]:
    """The hypotheses of a conclusion, those that `All` joins one by one, and what is said."""
    found: list[Conclusion] = []
    while isinstance(conclusion, Implies):
        found += conjuncts_of(conclusion.hypothesis)
        conclusion = conclusion.body
    return found, conclusion


def under_hypotheses(hypotheses: Sequence[Conclusion], body: Conclusion) -> Conclusion:
    """A conclusion under all of some hypotheses; as it is where there are none."""
    return Implies(All(tuple(hypotheses)), body) if hypotheses else body


def each_under(
    hypotheses: Sequence[Conclusion], one: Conclusion, other: Conclusion
) -> tuple[Conclusion, Conclusion]:
    """Two conclusions under hypotheses; a single one stands as it is, and not in an `All`."""
    if not hypotheses:
        return one, other
    known = All(tuple(hypotheses)) if len(hypotheses) > 1 else hypotheses[0]
    return Implies(known, one), Implies(known, other)


def conjuncts_of(conclusion: Conclusion) -> list[Conclusion]:
    """What `All` joins, at any depth, one by one; any other conclusion alone."""
    if isinstance(conclusion, All):
        return [found for part in conclusion.parts for found in conjuncts_of(part)]
    return [conclusion]


_EVERYWHERE = (
    *(sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.atan, sp.erf, sp.Abs, sp.Max, sp.Min),
    *(sp.factorial, AppliedUndef),
)
"""Functions that have a value wherever their arguments have one."""


def _lost(
    conclusion: Conclusion, other: Conclusion, equations: Iterable[Equal]
) -> Iterator[Condition]:
    """That what a statement divides by is not 0, where it does not stand in it any more.

    **Raises** `ArgumentError` for another part that is gone, and need not have a value.
    """
    kept = _parts_of(other)
    for old in sorted(_parts_of(conclusion), key=text_of):
        part = old
        for said in equations:
            part = part.xreplace({said.lhs: said.rhs})
        if part.has(sp.zoo, sp.nan):
            raise ArgumentError("equations", old, "equations by which all parts keep a value")
        if part in kept or isinstance(part, _EVERYWHERE) or part.is_number:
            continue
        if isinstance(part, sp.Pow):
            if part.exp.is_nonnegative is not True and part.base.is_nonzero is not True:
                yield condition(nonzero(part.base), f"{part.base} is not 0")
        elif isinstance(part, sp.Function):
            raise ArgumentError("equations", part, "equations by which no such part cancels")


def _parts_of(conclusion: Conclusion) -> set[Any]:
    """The powers and values of functions in a conclusion."""
    found: set[Any] = set()

    def seen(part: Any) -> Any:
        if isinstance(part, sp.Basic):
            found.update(part.atoms(sp.Pow, sp.Function))
        return part

    conclusion.mapped(seen)
    return found


def rewritten(conclusion: Conclusion, equations: Iterable[Equal]) -> Conclusion:
    """A conclusion with the right sides of equations in place of the left ones.

    **Raises** `ArgumentError` for a left side that does not stand in it, for sides that are no
    numbers, and where a symbol of an equation is bound in the conclusion.
    """
    for said in equations:
        changed = rewritten_once(conclusion, said)
        if changed is None:
            raise ArgumentError("equations", said.latex, f"a left side that stands in {conclusion}")
        conclusion = changed
    return conclusion


def rewritten_once(conclusion: Conclusion, said: Equal) -> Conclusion | None:
    """As `rewritten`, by one equation; None where its left side does not stand there."""
    bound = set(bound_in(conclusion))
    sides: Mapping[Any, Any] = {said.lhs: said.rhs}
    for side in (said.lhs, said.rhs):
        if not isinstance(side, sp.Expr):
            raise ArgumentError("equations", side, "equations of numbers")
        if taken := bound & side.free_symbols:
            raise ArgumentError("equations", said.latex, f"none with {taken}, bound there")
    touched = False

    def put_in(part: Any) -> Any:
        nonlocal touched
        new = part.xreplace(sides) if isinstance(part, sp.Basic) else part
        touched = touched or new is not part
        return new

    changed = conclusion.mapped(put_in)
    return changed if touched and changed.key != conclusion.key else None


def bound_in(conclusion: Conclusion) -> Iterator[Any]:
    """The symbols that a conclusion binds, in sums as well."""
    for field in fields(conclusion):  # pyright: ignore[reportArgumentType]
        value = getattr(conclusion, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Conclusion):
                yield from bound_in(part)
            elif field.name in ("variable", "places"):
                yield part
            elif isinstance(part, sp.Basic):
                for e in part.atoms(ExprWithLimits):
                    yield from e.variables  # pyright: ignore[reportAttributeAccessIssue]
