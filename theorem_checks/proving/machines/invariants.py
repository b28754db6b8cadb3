r"""What is true after each token of a machine of a fixed size: by an invariant, and solvers.

From :math:`I(s_0)`, from that :math:`I(s)` and an allowed token lead to :math:`I(s')`, and from
that they lead to what is said, it is true after all tokens, by induction over them. The invariant
is a formula in the entries of the state, in which the rule substitutes.

Real numbers are all that solvers know of; of linear forms of entries that are integers a `Count`
says so, and the rule shows it: the form starts as an integer, and a step changes it by one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.proving.effort import are_counterexamples_wanted
from theorem_checks.solving.smt import prove_for_all
from theorem_checks.statements.reals.evaluation import evaluate, variables
from theorem_checks.statements.reals.nodes import Node, fold
from theorem_checks.statements.reals.terms import Formula, Term, constant, nodes_of
from theorem_checks.statements.runs import Throughout
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["Count", "invariant"]

_SEED = 20_000_003  # fixed, so that a verdict is the same every time
_NEVER = constant(0) == 1


@dataclass(frozen=True)
class Count:
    """A term in the entries s[i] that is an integer at all times.

    **Fields**: `term`; `changes`, the integers by which a token may change it; `below`, integers k
    for which the proof uses that it is at most k, or at least k + 1.
    """

    term: Term
    changes: tuple[int, ...]
    below: tuple[int, ...]

    @property
    def known(self) -> list[Formula]:
        """What is used of its being an integer."""
        return [(self.term <= k) | (self.term >= k + 1) for k in self.below]

    def stays(self, after: Mapping[str, Term]) -> Formula:
        """That a step changes it by one of the integers."""
        change = put(self.term, after) - self.term
        return reduce(lambda a, b: a | b, [change == number for number in self.changes])


def invariant(
    conclusion: Throughout,
    *kept: Formula,
    counts: Sequence[Count] = (),
    seconds: float | int = 10,
) -> Evidence:
    """Decide what is said of a machine after each token, by formulas that a step keeps.

    **Arguments**: `kept`, formulas in the entries s[i] of the state, which together are the
    invariant; `counts`, forms that are integers; `seconds` for each question and solver.

    **Returns** PROVED, for all lengths; VACUOUS where no token is allowed at first; UNDECIDED where
    the formulas are not seen to hold at first, to be kept, or to be enough.

    **Raises** `ArgumentError` for formulas of anything else.
    """
    if not isinstance(conclusion, Throughout):
        raise ArgumentError("conclusion", type(conclusion).__name__, "Throughout")
    steps = conclusion.steps
    names = [f"s[{i}]" for i in range(len(steps.start))]
    for formula in (*kept, *(count.term for count in counts)):
        if bad := set(variables(formula)) - set(names):
            raise ArgumentError("kept", sorted(bad), "formulas in the entries s[i] of the state")
    for count in counts:
        if not all(type(number) is int for number in (*count.changes, *count.below)):
            raise ArgumentError(
                "counts", count, "integers by which it changes, and at which it is cut"
            )
    if (unmet := _unmet_at_first(conclusion, kept, counts, seconds)) is not None:
        return concluded(unmet, conclusion, "invariant")
    if any(steps.run(tokens) != steps.run_itself(tokens) for tokens in steps.drawn(_SEED)):
        raise TheoremChecksError("A step computes otherwise on numbers than in its trace.")
    results = nodes_of(steps.program)
    after = dict(zip(names, results, strict=False))
    outputs = {f"y[{i}]": y for i, y in enumerate(results[len(names) :])}
    assumed = [conclusion.allowed, *kept, *(f for count in counts for f in count.known)]
    known_after = [put(f, after) for count in counts for f in count.known]
    wanted = {f"count {n}": count.stays(after) for n, count in enumerate(counts, 1)}
    wanted |= {f"kept {n}": put(formula, after) for n, formula in enumerate(kept, 1)}
    wanted["said"] = put(conclusion.said, after | outputs)
    parts: dict[str, Evidence] = {}
    for name, formula in wanted.items():
        given = assumed if name.startswith("count") else [*assumed, *known_after]
        one = not are_counterexamples_wanted()
        parts[name] = prove_for_all(formula, assume=given, seconds=seconds, one=one)
        if parts[name].verdict is not Verdict.PROVED:
            where = parts[name].counterexample
            why = f"It fails {where}." if where else parts[name].reason
            reason = f"Of the invariant this is not seen: {name}. {why}"
            return concluded(Evidence.undecided(reason), conclusion, "invariant")
    found = all_of(parts, "all sequences of tokens that are allowed, of all lengths")
    return concluded(found, conclusion, "invariant")


def _unmet_at_first(
    conclusion: Throughout, kept: Sequence[Formula], counts: Sequence[Count], seconds: float | int
) -> Evidence | None:
    """What is wrong before the first token: with the invariant, or that none is allowed."""
    start = {f"s[{i}]": number for i, number in enumerate(conclusion.steps.start)}
    for formula in kept:
        if not evaluate(formula, start):
            return Evidence.undecided(f"{formula!r} is false at first.")
    for count in counts:
        if evaluate(count.term, start).denominator != 1:
            return Evidence.undecided(f"{count.term!r} is no integer at first.")
    numbers = {name: constant(number) for name, number in start.items()}
    found = prove_for_all(_NEVER, assume=put(conclusion.allowed, numbers), seconds=seconds)
    if found.verdict is Verdict.VACUOUS:
        return Evidence.vacuous("No token is allowed at first, so that nothing is said.")
    if found.verdict is not Verdict.REFUTED:
        return Evidence.undecided(f"No token is seen that is allowed at first. {found.reason}")
    return None


def put(root: Any, values: Mapping[str, Term]) -> Any:
    """A term or a formula with others in place of its variables."""

    def combine(node: Node, parts: list[Any]) -> Any:
        if node.op == "variable":
            return values.get(node.args[0], node)
        return type(node)(node.op, tuple(parts)) if parts else node

    return fold(root, combine)
