"""Statements that are drawn, what an engine says of each, and whether that is wrong.

A statement knows its truth by the way in which it was made, or is compared with brute force:
`holds_at` evaluates it at an instance, in integers and fractions, without the engine.
"""

import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import HypothesisDeprecationWarning
from hypothesis.strategies import SearchStrategy

from tests.soundness.cases import WRONG, Case, Truth, says
from theorem_checks.errors import TheoremChecksError
from theorem_checks.statements.formulas import formula_of
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["Drawn", "Finding", "Outcome", "drawn_from", "judged", "judged_case"]

T = TypeVar("T")
Instance = Mapping[str, Any]


@dataclass(frozen=True)
class Drawn:
    """A statement as it was drawn.

    **Fields**: `words`, enough to write it down again; `ask`, which gives it to the engine; its
    `truth`, None where it came as it comes. `small`: instances to compare with. `holds_at` says of
    an instance whether the statement is true there, and None where the assumptions are not met.
    Without it, `small` are instances at which the statement is known to fail.
    """

    words: str
    ask: Callable[[], Any]
    truth: Truth | None = Truth.TRUE
    small: Iterable[Instance] = ()
    holds_at: Callable[[Instance], bool | None] | None = None


class Outcome(StrEnum):
    """What came of a statement."""

    DECIDED = "decided"
    UNDECIDED = "undecided"
    REFUSED = "refused"  # an error that the toolkit raised on purpose
    WRONG = "wrong"


@dataclass(frozen=True)
class Finding:
    """What an engine said of a statement: the `outcome`, and `why`, in words."""

    words: str
    outcome: Outcome
    why: str

    def __str__(self) -> str:
        return f"{self.outcome}: {self.words}: {self.why}"


def judged(statement: Drawn) -> Finding:
    """Ask the engine, and compare what it says with what is true."""
    try:
        evidence = statement.ask()
    except TheoremChecksError as error:
        right = statement.truth in (Truth.EMPTY, Truth.NO_STATEMENT)
        outcome = Outcome.DECIDED if right else Outcome.REFUSED
        return Finding(statement.words, outcome, f"{type(error).__name__}: {error}")
    except Exception as error:  # what the toolkit did not raise on purpose is a fault of it
        return Finding(statement.words, Outcome.WRONG, f"{type(error).__name__}: {error}")
    if not isinstance(evidence, Evidence):
        return Finding(statement.words, Outcome.WRONG, f"no evidence but {evidence!r}")
    wrong = _what_is_wrong(statement, evidence)
    said = f"{evidence}" + (f" for what is {statement.truth}" if statement.truth else "")
    if wrong:
        return Finding(statement.words, Outcome.WRONG, f"{said}; {wrong}")
    open_ = evidence.verdict is Verdict.UNDECIDED
    return Finding(statement.words, Outcome.UNDECIDED if open_ else Outcome.DECIDED, said)


def judged_case(case: Case) -> Finding:
    """The same of a case of the corpus, which says itself what is wrong."""
    try:
        said = says(case)
    except Exception as error:
        return Finding(str(case), Outcome.WRONG, f"{type(error).__name__}: {error}")
    if isinstance(said, TheoremChecksError):
        refused = Outcome.REFUSED if case.truth in (Truth.TRUE, Truth.FALSE) else Outcome.DECIDED
        return Finding(str(case), refused, f"{type(said).__name__}: {said}")
    if said in case.wrong:
        return Finding(str(case), Outcome.WRONG, f"{said} for what is {case.truth}")
    open_ = said is Verdict.UNDECIDED
    return Finding(str(case), Outcome.UNDECIDED if open_ else Outcome.DECIDED, str(said))


def drawn_from(strategy: SearchStrategy[T], examples: int, start: int = 0) -> list[T]:
    """The first examples of a strategy; the same ones for the same seed `start`.

    They are drawn before any engine is asked, as a search cannot run inside of a Hypothesis test.
    """
    found: list[T] = []

    @seed(start)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=(HealthCheck.filter_too_much, HealthCheck.too_slow),
    )
    @given(strategy)
    def collect(example: T) -> None:
        found.append(example)

    with warnings.catch_warnings():
        # The types that are checked as tests run are checked by a draw from `random`.
        warnings.simplefilter("ignore", HypothesisDeprecationWarning)
        collect()
    return found


def _what_is_wrong(statement: Drawn, evidence: Evidence) -> str:
    """In words what is wrong with a verdict; nothing if it is right or open."""
    verdict = evidence.verdict
    if verdict is Verdict.CONTRADICTION:
        return "two routes disagree"
    if verdict.passes:
        return _wrongly_passed(statement, evidence)
    if statement.truth is not None and verdict in WRONG[statement.truth]:
        return "the truth was made so"
    if verdict is Verdict.REFUTED and statement.holds_at and evidence.counterexample:
        values = {name: _number(v) for name, v in evidence.counterexample.values.items()}
        exact = not any(isinstance(v, str) for v in values.values())  # 'the root of x**2 - 2 ...'
        if exact and statement.holds_at(values) is not False:
            return "brute force does not find that it fails there"
    if verdict is Verdict.VACUOUS and statement.holds_at and statement.truth is None:
        met = [v for v in statement.small if statement.holds_at(v) is not None]
        return f"but {met[0]} meets the assumptions" if met else ""
    return ""


def _wrongly_passed(statement: Drawn, evidence: Evidence) -> str:
    if statement.truth is Truth.TRUE:
        return ""
    if statement.truth in (Truth.EMPTY, Truth.NO_STATEMENT):
        return "it says nothing"
    failing = [
        at
        for at in statement.small
        if statement.holds_at is None or statement.holds_at(at) is False
    ]
    if statement.truth is Truth.FALSE and not failing:
        return "the truth was made so"
    for at in failing:
        if not _excluded(evidence, at):
            return f"it fails at {dict(at)}"
    return ""


def _excluded(evidence: Evidence, at: Instance) -> bool:
    """Whether the conditions of the evidence leave this instance out."""
    for stated in evidence.conditions:
        formula = formula_of(stated)
        values = {s: at[s.name] for s in formula.free_symbols if s.name in at}
        if formula.subs(values) == False:  # noqa: E712  # SymPy's own false
            return True
    return False


def _number(value: Any) -> Any:
    """A value of a counterexample as exact numbers: '3/5' and nested lists of such."""
    if isinstance(value, list | tuple):
        return [_number(part) for part in value]
    if isinstance(value, str):
        try:
            return Fraction(value)
        except ValueError:
            return value
    return value
