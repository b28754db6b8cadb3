"""Search for an instance on which a statement fails, and shrink it to a smallest one.

The engine is Hypothesis, run outside of a test: fixed draws, no database of examples, no
deadline. The predicate has to compute in exact arithmetic.
"""

from collections.abc import Callable, Mapping
from typing import Any, NoReturn, cast

import numpy as np
from hypothesis import HealthCheck, Phase, currently_in_test_context, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky, Unsatisfiable, UnsatisfiedAssumption
from hypothesis.strategies import SearchStrategy

from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.searching.strategies import domain_of
from theorem_checks.statements.reals.differences import Difference, comparisons_counted
from theorem_checks.statements.reals.exactness import require_exact
from theorem_checks.verdicts.counterexamples import Counterexample, assigned
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind, Verdict
from theorem_checks.verdicts.routes import Engine, Route
from theorem_checks.verdicts.seals import Condition

__all__ = ["PredicateError", "search"]

Instance = Mapping[str, Any]
Outcome = bool | Difference | Evidence

# A search counts what it rejects, and may take its time.
_OFF = (
    HealthCheck.data_too_large,
    HealthCheck.filter_too_much,
    HealthCheck.large_base_example,
    HealthCheck.too_slow,
)


class PredicateError(TheoremChecksError):
    """A predicate raised, returned no verdict, or did not return the same one twice."""


def search(
    instances: Mapping[str, SearchStrategy[Any]] | SearchStrategy[Any],
    holds: Callable[..., Any],
    *,
    examples: int = 200,
    least: int | None = None,
    scope: str = "",
) -> Evidence:
    """Search for an instance on which `holds(**instance)` is false, and shrink it.

    **Arguments**

    - `instances`: a strategy for each argument of `holds`, by name; or one strategy whose values
      are mappings from names to values, where the arguments depend on each other.
    - `holds`: the statement on one instance, in exact arithmetic. Returns a bool, a `Difference`
      (see `agree`) or the Evidence of another engine. `hypothesis.assume(condition)` in it says
      that an instance does not meet the assumptions. One on which it is true and says nothing,
      since there is no number in it or `agree` has compared no entry, does not count.
    - `examples`: how many instances that meet the assumptions to try; fewer are tried where
      there are no more.
    - `least`: with fewer than this many, the search is vacuous; by default a tenth of
      `examples`, where at the same time more than nine instances in ten were rejected.
    - `scope`: over what is searched, in words; by default what the strategies draw from.

    **Returns** Evidence of kind `search`: REFUTED with the smallest instance found, of which the
    predicate was false twice; HOLDS with the number of instances tried; VACUOUS if none or too
    few met the assumptions; UNDECIDED if `holds` returned Evidence that does not pass.

    **Raises** `PredicateError` if `holds` raises (naming the smallest instance on which it
    does), returns something else or is not deterministic; `ExactnessError` if an instance
    contains a float.

    The draws are the same in each run. Simpler instances come first in the sense of Hypothesis,
    so that the instance found is smallest in the order in which its strategies shrink, up to
    what shrinking by local steps can reach.
    """
    strategy = _as_strategy(instances)
    if examples < 1:
        raise ArgumentError("examples", examples, "a positive number")
    if currently_in_test_context():
        raise TheoremChecksError(
            "search() was called inside a running Hypothesis test or another search. Draw the"
            " instances of both in one strategy, or call it outside."
        )
    scope = scope or _domain(instances)
    run = _Run(holds)
    _explore(strategy, run, examples)
    route = Route.testing(f"search over {run.tried} instances", Engine.HYPOTHESIS)
    common = {"kind": Kind.SEARCH, "routes": (route,), "figures": run.figures()}
    if run.failure is not None:
        instance, outcome = run.failure
        return Evidence.refuted(_counterexample(instance, outcome), scope=scope, **common)
    reached = f"{run.tried} of {run.started} instances met the assumptions"
    if run.too_few(examples, least):
        return Evidence.vacuous(f"Only {reached}.", scope=scope, **common)
    if run.undecided is not None:
        instance, evidence = run.undecided
        reason = f"{evidence} on the instance {assigned(instance)}"
        return Evidence.undecided(reason, scope=scope, **common)
    tried = f"{run.tried} instances tried"
    return Evidence.holds(f"{scope}; {tried}", conditions=tuple(run.conditions), **common)


class _FalseError(Exception):
    """The predicate is false on the instance just tried."""


class _Run:
    """One search: what was counted, and the last instance on which something happened."""

    def __init__(self, holds: Callable[..., Any]) -> None:
        self.holds = holds
        self.started = 0
        self.tried = 0
        self.failure: tuple[Instance, Outcome] | None = None
        self.undecided: tuple[Instance, Evidence] | None = None
        self.raised: tuple[Instance, Exception] | None = None
        self.conditions: dict[Condition, None] = {}

    def try_(self, instance: object) -> None:
        """Judge one instance; raise `_FalseError` if the statement fails on it."""
        if not isinstance(instance, Mapping):
            raise ArgumentError("instances", instance, "a strategy of mappings from names")
        for name, value in instance.items():
            require_exact(value, str(name))
        outcome = self._judge(instance)
        if self.failure is None:  # what shrinking tries is not part of the search
            self.tried += 1
        if isinstance(outcome, Evidence):
            self.conditions |= dict.fromkeys(outcome.conditions)
        if isinstance(outcome, Evidence) and outcome.verdict is Verdict.UNDECIDED:
            self.undecided = self.undecided or (instance, outcome)
        elif not (outcome.verdict.passes if isinstance(outcome, Evidence) else outcome):
            self.failure = (instance, outcome)
            raise _FalseError

    def _judge(self, instance: Instance) -> Outcome:
        try:
            with comparisons_counted() as compared:
                outcome = self.holds(**instance)
        except UnsatisfiedAssumption:
            raise
        except Exception as error:
            self.raised = (instance, error)
            raise
        if isinstance(outcome, np.bool_):
            outcome = bool(outcome)
        if outcome is True and ((compared and not any(compared)) or _is_empty(instance)):
            raise UnsatisfiedAssumption("There is no number of which the statement speaks.")
        if isinstance(outcome, Evidence) and outcome.verdict is Verdict.VACUOUS:
            raise UnsatisfiedAssumption(outcome.reason)
        known = isinstance(outcome, bool | Difference | Evidence)
        if not known or getattr(outcome, "verdict", None) is Verdict.CONTRADICTION:
            raise PredicateError(
                f"The predicate returned {outcome} on the instance {assigned(instance)}: expected"
                " a bool, a Difference or Evidence that does not contradict itself."
            )
        return outcome

    def too_few(self, examples: int, least: int | None) -> bool:
        """Whether too few instances met the assumptions to speak of a search."""
        if least is not None:
            return self.tried < max(least, 1)
        return self.tried == 0 or (self.tried * 10 < examples and self.tried * 10 < self.started)

    def figures(self) -> dict[str, int]:
        return {"tried": self.tried, "rejected": self.started - self.tried}


def _explore(strategy: SearchStrategy[Any], run: _Run, examples: int) -> None:
    """Let Hypothesis draw instances for `run` until one fails and is smallest, or enough hold."""

    @st.composite
    def started(draw: Callable[[SearchStrategy[Any]], Any]) -> Any:
        if run.failure is None:
            run.started += 1
        return draw(strategy)

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.target, Phase.shrink),
        suppress_health_check=_OFF,
        report_multiple_bugs=False,
        print_blob=False,
    )
    @given(started())
    def attempt(instance: Any) -> None:
        run.try_(instance)

    try:
        attempt()
    except (_FalseError, Unsatisfiable):
        return
    except Flaky as error:
        raise PredicateError(
            "The predicate is not deterministic: it judged one instance in two ways. It must not"
            " draw random numbers nor keep state."
        ) from error
    except Exception as error:
        _blame(run, error)


def _blame(run: _Run, error: Exception) -> NoReturn:
    """Raise `error` again; if it came from the predicate, with the instance that caused it."""
    if run.raised is None or run.raised[1] is not error:
        raise error
    raise PredicateError(
        f"The predicate raised {type(error).__name__}: {error} on the instance"
        f" {assigned(run.raised[0])}."
    ) from error


def _domain(instances: Any) -> str:
    """What is drawn from, by name."""
    if isinstance(instances, SearchStrategy):
        return domain_of(instances)
    return "; ".join(f"{name} {domain_of(one)}" for name, one in instances.items())


def _is_empty(instance: Instance) -> bool:
    """Whether an instance consists of arrays and sequences without entries, if of anything."""
    return all(
        part.size == 0 if isinstance(part, np.ndarray) else part in ((), [])
        for part in instance.values()
    )


def _counterexample(instance: Instance, outcome: Outcome) -> Counterexample:
    if isinstance(outcome, Difference):
        claimed, found = str(outcome.claimed), str(outcome.found)
        return Counterexample(instance, claimed, found, outcome.explanation)
    if isinstance(outcome, Evidence):
        return Counterexample(instance, explanation=str(outcome))
    return Counterexample(instance)


def _as_strategy(instances: object) -> SearchStrategy[Any]:
    if isinstance(instances, SearchStrategy):
        return cast("SearchStrategy[Any]", instances)
    if isinstance(instances, Mapping) and instances:
        for name, strategy in instances.items():
            if not isinstance(strategy, SearchStrategy):
                raise ArgumentError(f"instances[{name!r}]", strategy, "a Hypothesis strategy")
        return st.fixed_dictionaries(dict(instances))
    raise ArgumentError("instances", instances, "strategies by name, or a strategy of mappings")
