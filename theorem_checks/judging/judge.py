"""A verdict on a statement about a subject: instances, then a trace that is trusted, then a proof.

A statement is PROVED of a subject if

1. it is true at instances, where the subject itself is run;
2. it can be traced: the subject asks nothing of its symbols that is not decided for all values;
3. the subject's own code goes the same ways in the trace as at an instance;
4. trace and subject agree at instances, small ones and some beyond all that the checks try;
5. the proof, which is handed the traced statement and nothing else, concludes just that statement,
   and every condition of the proof follows from the statement's hypotheses;
6. the proof does not prove a late mutant of the statement, which the toolkit makes (`late`), nor
   what a late mutant of the author's says on the branch that the subject does not have.

Where 1 fails the statement is REFUTED; where another one fails, nothing is PROVED.
"""

import contextlib
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import chain
from types import MappingProxyType
from typing import Any

import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.errors import (
    CheckError,
    DivisionByZeroError,
    TheoremChecksError,
    UndecidedQuestionError,
)
from theorem_checks.judging.assumed import points_that_meet
from theorem_checks.judging.conditions import discharged
from theorem_checks.judging.equations import worlds_that_meet
from theorem_checks.judging.events import DISCREPANCY, RATE, SAMPLES
from theorem_checks.judging.instances import (
    NotAtInstancesError,
    difference_at,
    is_met,
    says_nothing,
    silent_parts,
)
from theorem_checks.judging.late import concludes, proves_late_mutant
from theorem_checks.judging.quantified import quantified
from theorem_checks.judging.values import agree, leaves, values_at
from theorem_checks.proving.effort import remembering, up_to_the_first_failure
from theorem_checks.proving.rules.arithmetic import arithmetic
from theorem_checks.solving.problem import Problem
from theorem_checks.statements.analysis import Binding
from theorem_checks.statements.arrays.element_arrays import ShapeError, elements_of
from theorem_checks.statements.arrays.index_expressions import KNOWN_FUNCTIONS
from theorem_checks.statements.changes import changed, kept
from theorem_checks.statements.classes import is_described
from theorem_checks.statements.conclusions import All, ByCases, Conclusion, Equal, ForAll, Implies
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.formulas import condition, nonzero
from theorem_checks.statements.questions import answered_otherwise
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.reals.evaluation import variables
from theorem_checks.statements.reals.terms import Formula
from theorem_checks.statements.runs import Steps
from theorem_checks.statements.scalars import divisors_recorded
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.sequences import UnmetError
from theorem_checks.statements.terms import free_symbols, function_names, tensor_names
from theorem_checks.statements.tracing import traced
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.statements.ways import Ways, is_authors, other_ways, ways_of
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic
from theorem_checks.statements.worlds.world import World
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.error_rates import ErrorRates
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["Says", "at_instances", "judged", "statement_of"]

Says = Callable[[Any, World], Conclusion]
Proof = Callable[[Any], Evidence]
"""A proof: from a conclusion, of the kind that it is about, to sealed evidence."""

Sizes = Mapping[str, int | Fraction]

_SMALL, _BEYOND = 8, 5  # instances
_MOST = 60  # small ones where some part of the statement says nothing yet
_POINTS, _DRAWS = 20, 400  # where real numbers are drawn: instances that meet what is assumed
_FAR, _FAR_OF_ARRAYS = 1009, 11  # the largest sizes tried, without arrays and with them
_FAR_OF_SEQUENCES = 101
_LEAST_SECONDS = 1  # that a proof has for a late mutant, if the statement itself took less
_RUN = Route.testing("the subject run at instances of the statement", Engine.FRACTIONS)
_DRAWN = Route.testing("samples of events", Engine.NUMPY)


@dataclass(frozen=True)
class _Trace:
    """A statement as it was traced, with the world that made its names.

    **Fields**: `said`, what `says` returned; `ways`, which the code of the author took; `bare`,
    what is said under what is assumed of real numbers and of sequences; `conclusion`, that under
    the ranges of sizes and numbers, too; `handed`, which of the two is for the proof.
    """

    world: Symbolic
    said: Conclusion
    ways: Ways
    whole: bool = False

    @property
    def handed(self) -> Conclusion:
        return self.conclusion if self.whole else self.bare

    @property
    def bare(self) -> Conclusion:
        assumed = tuple(self.world.assumed)
        said = _assuming(self.said, assumed) if assumed else self.said
        return _under_all(self.world.given, said)

    @property
    def conclusion(self) -> Conclusion:
        conclusion = self.bare
        for hypothesis in reversed(self.world.hypotheses):
            conclusion = Implies(hypothesis, conclusion)
        return conclusion


def _under_all(given: Sequence[Conclusion], said: Conclusion) -> Conclusion:
    """A conclusion under what is given of sequences, if anything is."""
    if not given:
        return said
    return Implies(given[0] if len(given) == 1 else All(tuple(given)), said)


def _assuming(conclusion: Conclusion, assumed: tuple[Formula, ...]) -> Conclusion:
    """A conclusion about real numbers, under assumptions on them."""
    if isinstance(conclusion, All):
        return All(tuple(_assuming(part, assumed) for part in conclusion.parts))
    if isinstance(conclusion, ForReals):
        return ForReals(conclusion.claim, (*assumed, *conclusion.assumed))
    raise CheckError(
        f"says: {type(conclusion).__name__} says nothing of real numbers, of which something is"
        " assumed. Assume it by `w.size(..., least=...)` or `w.number(..., positive=True)`."
    )


def statement_of(says: Says, subject: Any) -> Conclusion:
    """The statement of a subject as `judged` concludes it, under the ranges of what is in it.

    **Raises** `CheckError` where the subject cannot be traced on symbols.
    """
    trace = _traced(says, subject, {})
    if isinstance(trace, Evidence):
        raise CheckError(trace.reason)
    return trace.conclusion


def at_instances(says: Says, subject: Any, instances: Sequence[Sizes] = ()) -> Evidence:
    """Evidence on what was tried: HOLDS, or REFUTED at the first instance where it is false.

    UNDECIDED for a statement that is true or false of no instance.

    **Arguments**: `instances`, the sizes to try; by default some small ones are drawn.
    """
    found = _tried(says, subject, instances)
    if found is None:
        return Evidence.undecided("The statement is true or false of no instance by itself.")
    return found


def _tried(says: Says, subject: Any, instances: Sequence[Sizes]) -> Evidence | None:
    """What is found at instances; None for a statement that has no truth there."""
    worlds = [_world(sizes, n) for n, sizes in enumerate(instances)] or _small()
    found = _tried_in(says, subject, worlds, given=bool(instances))
    if found is None or found.verdict is not Verdict.VACUOUS or instances:
        return found
    trace = _traced(says, subject, {})
    if not isinstance(trace, Evidence) and (points := points_that_meet(trace.world.assumed)):
        return _tried_in(says, subject, _at_points({}, points), given=False)
    worlds = worlds_that_meet(lambda world: says(subject, world))
    other = _tried_in(says, subject, worlds, given=False)
    is_found = other is not None and other.verdict is not Verdict.VACUOUS
    if isinstance(trace, Evidence) or is_found:
        return other
    if any(isinstance(said, Equal) for said in _every_hypothesis(trace.said)):
        return replace(found, reason=f"{found.reason} {_OF_EQUATIONS}")
    return replace(found, reason=f"{found.reason} {_OF_OTHERS}")


_OF_EQUATIONS = (
    "No draw of free numbers meets an equation, and none was found that is linear in the entries of"
    " one array of the world, with the others as drawn. Take what meets it from the world, as an"
    " array with known='probabilities', or write it so that it holds: (B - B.T) @ v is orthogonal"
    " to v."
)


_OF_OTHERS = (
    "If they can be met, let what is drawn meet them: small=True draws numbers and entries between"
    " -1 and 1, known='nonnegative' arrays without negative entries, and b = a + w.number('gap',"
    " positive=True) is a number beyond a."
)


def _every_hypothesis(said: Conclusion) -> list[Conclusion]:
    """The hypotheses in a conclusion, and in its parts."""
    if isinstance(said, All):
        return [found for part in said.parts for found in _every_hypothesis(part)]
    return _hypotheses_of(said)


def _at_points(
    sizes: Sizes, points: Iterable[Mapping[str, Fraction]]
) -> list[Callable[[], Concrete]]:
    """Worlds in which real numbers have the values of points."""
    return [
        lambda n=n, point=point: Concrete(sizes, n, points=point) for n, point in enumerate(points)
    ]


def _tried_in(
    says: Says, subject: Any, worlds: Iterable[Callable[[], Concrete]], *, given: bool
) -> Evidence | None:
    """What is found in worlds, which are `given` ones, or drawn until enough meet hypotheses."""
    tried: list[str] = []
    met = sampled = 0
    silent: frozenset[int] | None = None  # parts that say nothing at all instances so far
    for number, make in enumerate(worlds, 1):
        world = make()
        try:
            found = _fails_at(says, subject, world)
        except NotAtInstancesError:
            return None
        sampled += world.sampled
        if isinstance(found, Evidence):
            return replace(found, error_rates=_rates(sampled))
        if found is not None:
            met += 1
            silent = found if silent is None else silent & found
            tried.append(_scope_at(world))
        most = _MOST if silent else _SMALL
        if met >= _POINTS or (number >= most and not world.reals_made and not given):
            break
    if not met:
        return Evidence.vacuous("No instance that was tried meets the hypotheses of the statement.")
    if silent:
        said = f"the hypothesis of part {min(silent)} of the statement"
        return Evidence.vacuous(f"No instance that was tried meets {said}.")
    rates, scope = _rates(sampled), "; ".join(dict.fromkeys(tried))
    if not sampled:
        return Evidence.holds(scope, routes=(_RUN,))
    figures = {"events": sampled, "samples of each": SAMPLES, "discrepancy": DISCREPANCY}
    return Evidence.holds(scope, routes=(_RUN, _DRAWN), figures=figures, error_rates=rates)


def _rates(sampled: int) -> ErrorRates:
    """How often a verdict on some events is wrong, each by its samples."""
    return ErrorRates(min(1.0, sampled * RATE), min(1.0, sampled * RATE))


def _scope_at(world: Concrete) -> str:
    sizes = [f"{name} = {value}" for name, value in world.numbers.items()]
    points = [f"some {', '.join(world.reals_made)} of every sort"] if world.reals_made else []
    return ", ".join(sizes + points)


def judged(
    says: Says,
    proof: Proof,
    subject: Any,
    *,
    instances: Sequence[Sizes] = (),
    cases: Mapping[str, int] | None = None,
    late: Mapping[str, Any] = MappingProxyType({}),
    whole: bool = False,
) -> Evidence:
    """Evidence for a statement about a subject, by a proof of it for all sizes; see the module.

    **Arguments**

    - `says`: makes the conclusion from subject and world; `proof`: from the conclusion to sealed
      evidence of it.
    - `instances`: sizes at which the subject is tried first; by default some are drawn.
    - `cases`: for one size, by name, the last value that is treated by itself; the size then
      starts beyond. For subjects that do branch on it.
    - `late`: late mutants of the subject, by name, each of which branches where it does not.
    - `whole`: whether the proof is handed the statement under the ranges of its sizes.
    """
    before = kept(subject)
    found = _judged(says, proof, subject, instances, cases, late, whole=whole)
    if found.verdict.passes and (names := changed(subject, before)):
        said = ", ".join(names)
        return Evidence.undecided(f"The subject changes as it is run, and so what it is: {said}.")
    return found


def _judged(
    says: Says,
    proof: Proof,
    subject: Any,
    instances: Sequence[Sizes],
    cases: Mapping[str, int] | None,
    late: Mapping[str, Any],
    *,
    whole: bool,
) -> Evidence:
    tried = _tried(says, subject, instances)
    if tried is not None and not tried.verdict.passes:
        return tried
    traces = _traces(says, subject, cases)
    for trace in traces:
        if isinstance(trace, Evidence):
            return trace
    kept = [replace(one, whole=whole) for one in traces if isinstance(one, _Trace)]
    found = [_proved(says, proof, subject, trace, instances, late) for trace in kept]
    worst = next((e for e in found if e.verdict is not Verdict.PROVED), found[0])
    if len(found) == 1 or worst.verdict is not Verdict.PROVED:
        return worst
    names = tuple(_case_text(trace.world) for trace in kept)
    cased = ByCases(names, tuple(trace.conclusion for trace in kept))
    parts = Evidence(Verdict.PROVED, f"case by case: {'; '.join(names)}", parts=tuple(found))
    return concluded(parts, cased, "cases")


def _traces(says: Says, subject: Any, cases: Mapping[str, int] | None) -> "list[_Trace | Evidence]":
    """The trace, or that of every case: each value of a size up to the last one, and beyond."""
    if not cases:
        return [_traced(says, subject, {})]
    (name, last), *others = cases.items()
    if others:
        raise CheckError(f"cases: expected one size, not {', '.join(cases)}.")
    past = sp.Symbol(f"{name}'", integer=True, positive=True)  # no name of the world
    beyond = _traced(says, subject, {name: last + past})
    if isinstance(beyond, Evidence):
        return [beyond]
    if name not in beyond.world.least:
        raise CheckError(f"cases: the statement takes no size {name!r} from its world.")
    values = range(beyond.world.least[name], last + 1)
    return [*(_traced(says, subject, {name: value}) for value in values), beyond]


def _case_text(world: Symbolic) -> str:
    return ", ".join(f"{name} = {value}" for name, value in world.case.items())


def _small() -> Iterator[Callable[[], Concrete]]:
    """Small worlds, more than are wanted, as not all of them meet the hypotheses."""
    for seed in range(_DRAWS):
        yield lambda seed=seed: Concrete({}, seed, spread=min(seed, 3))


def _world(sizes: Sizes, seed: int) -> Callable[[], Concrete]:
    return lambda: Concrete(sizes, seed)


def _fails_at(says: Says, subject: Any, world: Concrete) -> Evidence | frozenset[int] | None:
    """REFUTED where the conclusion is false in a world, or the subject raises there.

    Else the numbers of the parts that say nothing there, as no hypothesis is met; None for all.
    """
    try:
        conclusion = says(subject, world)
        _require_names_of_the_world(conclusion, world)
        if not all(is_met(said, world) for said in world.supposed):
            return None
        wrong = difference_at(conclusion, world)
    except NoExactValueError:
        return frozenset()
    except UnmetError:
        return None
    except (CheckError, NotAtInstancesError):
        raise
    except Exception as error:
        return _raised(error, says, world)
    if wrong is None:
        return None if says_nothing(conclusion, world) else silent_parts(conclusion, world)
    if isinstance(conclusion, ForReals | All) and str(wrong.claimed) == "true":
        compared = _compared(says, subject, world)
        wrong = wrong if compared is None else compared
    said = str(wrong.claimed), str(wrong.found), wrong.explanation
    return Evidence.refuted(Counterexample(_drawn(world), *said), routes=(_RUN,))


def _raised(error: Exception, says: Says, world: Concrete) -> Evidence:
    """What an error in a world says: REFUTED of one of the subject's own; others are raised."""
    if isinstance(error, DivisionByZeroError):
        said = str(error), "the subject divides by 0"
    else:
        of_subject = _is_the_subjects(error, says)
        if isinstance(error, TheoremChecksError) and not (
            of_subject and isinstance(error, ShapeError)
        ):
            return Evidence.undecided(f"At {_place(world)} the statement cannot be made: {error}")
        if not of_subject:
            raise error
        said = f"{type(error).__name__}: {error}", "the subject raises here"
    return Evidence.refuted(Counterexample(_drawn(world), "a value", *said), routes=(_RUN,))


def _compared(says: Says, subject: Any, world: Concrete) -> Difference | None:
    """A formula that is false in a world, and how its sides compare; None where that is unknown.

    In the world it is a truth value, so that it is traced for it.
    """
    trace = _traced(says, subject, {})
    if isinstance(trace, Evidence):
        return None
    point = {
        str(named.args[0]): value
        for name, values in world.reals_made.items()
        for named, value in zip(
            np.ravel(trace.world.reals_made.get(name, ())), np.ravel(values), strict=False
        )
    }
    parts = trace.said.parts if isinstance(trace.said, All) else (trace.said,)
    for part in parts:
        if isinstance(part, ForReals) and set(variables(part.formula, *part.assumed)) <= {*point}:
            for said in _conjuncts(part.formula):
                problem = Problem(said, part.assumed)
                if problem.is_violated_at(point):
                    return Difference(repr(said), problem.found_at(point))
    return None


def _conjuncts(formula: Formula) -> list[Formula]:
    """What a formula joins by `&`."""
    if formula.op != "and":
        return [formula]
    return [said for part in formula.children for said in _conjuncts(part)]  # pyright: ignore


def _drawn(world: Concrete) -> dict[str, Any]:
    """All that a world has drawn or was given, by name."""
    arrays = {name: elements_of(array) for name, array in world.arrays.items()}
    return world.numbers | arrays | world.reals_made


def _place(world: Concrete) -> str:
    return ", ".join(f"{name} = {value}" for name, value in world.numbers.items()) or "an instance"


def _is_the_subjects(error: Exception, says: Says) -> bool:
    """Whether an error passed through code of the author other than the statement itself."""
    frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    own = getattr(says, "__code__", None)
    return any(is_authors(f.f_code.co_filename) and f.f_code is not own for f in frames)


def _traced(says: Says, subject: Any, case: Mapping[str, Any]) -> "_Trace | Evidence":
    world = Symbolic(case)
    try:
        with divisors_recorded() as divisors:
            conclusion, ways = ways_of(lambda: traced(says, subject, world))
        world.divisors |= dict.fromkeys(divisors)
    except UndecidedQuestionError as error:
        return Evidence.undecided(f"The subject asks what its symbols do not decide: {error}")
    except TheoremChecksError as error:
        return Evidence.undecided(f"The statement cannot be traced on symbols: {error}")
    except Exception as error:
        if not _is_the_subjects(error, says):
            raise
        said = f"{type(error).__name__}: {error}"
        return Evidence.undecided(f"The subject cannot be traced on symbols: {said}")
    _require_names_of_the_world(conclusion, world)
    return _Trace(world, conclusion, ways)


def _require_names_of_the_world(conclusion: Conclusion, world: World) -> None:
    """Raise `CheckError` for a symbol or a tensor of a conclusion that the world did not make."""
    symbols: set[Any] = set()
    tensors: set[str] = set()
    reals: set[str] = set()
    if isinstance(world, Symbolic):
        symbols |= set(world.symbols.values())
        for value in world.case.values():
            symbols |= getattr(value, "free_symbols", set())
        tensors = set().union(*map(tensor_names, (*world.arrays.values(), *world.states)))
        tensors |= set(world.powered)
        terms = world.reals_made.values()
        reals = {entry.args[0] for made in terms for entry in np.ravel(made)}
    functions = {*KNOWN_FUNCTIONS, *(world.functions if isinstance(world, Symbolic) else ())}
    unknown = set(world.sequences.values()) if isinstance(world, Symbolic) else set()
    whole = _under_all(world.given, conclusion)
    found: set[str] = set()
    if isinstance(world, Symbolic):
        bound = set(world.bound.values())
        found |= {str(symbol) for symbol in _unbound(whole) & bound}
        symbols |= bound
    for _, leaf in leaves(whole):
        if isinstance(leaf, Steps):  # whose names are its own
            continue
        if isinstance(leaf, sp.Basic):
            found |= {str(part) for part in leaf.atoms(AppliedUndef) if part.func not in unknown}
        if isinstance(leaf, Formula):
            found |= set(variables(leaf)) - reals
        found |= {str(symbol) for symbol in free_symbols(leaf) - symbols}
        found |= (tensor_names(leaf) - tensors) | (function_names(leaf) - functions)
    if found:
        raise CheckError(
            f"says: the names {', '.join(sorted(found))} do not come from the world. Take every"
            " size, number and array from it, so that no name stands for two things."
        )


def _unbound(conclusion: Conclusion) -> set[Any]:
    """The symbols that a statement for all integers binds, where they stand outside of it."""
    if isinstance(conclusion, ForAll):
        return _unbound(conclusion.body) - {conclusion.variable}
    inner = [getattr(conclusion, field.name) for field in fields(conclusion)]  # pyright: ignore
    parts = [p for value in inner for p in (value if isinstance(value, tuple) else (value,))]
    found: set[Any] = set()
    for part in parts:
        if isinstance(part, Conclusion):
            found |= _unbound(part)
        elif isinstance(part, sp.Basic):
            found |= part.free_symbols
    return found


@remembering()
def _proved(
    says: Says,
    proof: Proof,
    subject: Any,
    trace: _Trace,
    instances: Sequence[Sizes],
    late: Mapping[str, Any],
) -> Evidence:
    words = is_described(trace.conclusion)  # and so never PROVED, whatever the subject does
    doubt = (
        ""
        if words
        else _other_way(says, subject, trace) or _disagreement(says, subject, trace, instances)
    )
    if doubt:
        return Evidence.undecided(doubt)
    wanted, handed = trace.conclusion, trace.handed
    key = handed.key  # before a proof has it in its hands, which could change what arrays hold
    started = time.perf_counter()
    found = proof(handed)
    seconds = max(_LEAST_SECONDS, time.perf_counter() - started)
    if found.verdict is Verdict.REFUTED or not found.verdict.passes:
        there = _refuted_there(says, subject, trace, found)
        if there is None or there.verdict is not Verdict.REFUTED:
            under = _under_ranges(says, proof, subject, trace, instances, late, found)
            there = there if under is None else under
        return found if there is None else there
    if not found.is_sealed:
        raise CheckError(
            "proof: expected evidence that an engine or a rule concluded. Return what `prove` or a"
            " rule returned, as it is; or `argued(conclusion, words, *parts)`."
        )
    assert found.statement is not None
    if found.statement.key != key:
        return Evidence.undecided(
            f"The proof concludes {found.statement.latex}, and the claim says {handed.latex}."
        )
    divisors = (condition(nonzero(b), f"{b} is not 0") for b in trace.world.divisors)
    needed = dict.fromkeys([*found.conditions, *divisors])
    known = [*trace.world.hypotheses, *_hypotheses_of(trace.bare)]
    met = {c.text: discharged(c, known) for c in needed}
    if unmet := [text for text, evidence in met.items() if evidence is None]:
        said = "; ".join(unmet)
        return Evidence.undecided(f"The proof holds only where {said}, which nothing says.")
    proved = found.verdict is Verdict.PROVED
    if proved and (unread := proves_late_mutant(proof, handed, trace.world, seconds)):
        return Evidence.undecided(unread)
    if proved and (unread := _proves_other_branch(says, proof, trace, late, seconds)):
        return Evidence.undecided(unread)
    parts = (found, *(evidence for evidence in met.values() if evidence is not None))
    whole = Evidence(
        found.verdict, quantified(trace.said, trace.world), parts=parts, routes=(_RUN,)
    )
    return concluded(whole, wanted, "of the subject")


def _under_ranges(
    says: Says,
    proof: Proof,
    subject: Any,
    trace: _Trace,
    instances: Sequence[Sizes],
    late: Mapping[str, Any],
    first: Evidence,
) -> Evidence | None:
    """A proof that is handed the ranges of sizes and numbers as well, such as n >= 2; or None.

    Where it was made for the statement alone, and fails, what it raises is told behind the reason
    for which it did not prove that, the `first`.
    """
    if trace.whole or not trace.world.hypotheses:
        return None
    whole, raised = replace(trace, whole=True), ""
    for again in (proof, arithmetic):
        try:
            found = _proved(says, again, subject, whole, instances, late)
        except TheoremChecksError:
            continue
        except Exception as error:
            if again is arithmetic:
                raise
            said = f"{type(error).__name__}: {error}"
            raised = f" Handed {whole.handed.latex} as well, it raised {said}."
            continue
        if found.verdict.passes:
            return found
    return Evidence.undecided(first.reason + raised) if raised and first.reason else None


def _proves_other_branch(
    says: Says, proof: Proof, trace: _Trace, late: Mapping[str, Any], seconds: float | int
) -> str:
    """What is wrong with a proof that proves what a late mutant says where it is wrong; or ''.

    A late mutant that asks `n < 40` cannot be traced as it is. It is traced with the answer that
    small values do not have, and so with its slip at all values; that is handed to the proof.
    """
    for name, subject in late.items():
        other = None
        with answered_otherwise() as answered, contextlib.suppress(Exception):
            other = _traced(says, subject, trace.world.case)  # it need not make sense there
        if not isinstance(other, _Trace) or not answered or other.bare.is_same(trace.bare):
            continue
        changed = replace(other, whole=trace.whole).handed
        with up_to_the_first_failure():
            found = concludes(proof, changed, seconds)
        if found is not None:
            return (
                f"The proof proves late mutant {name}, too, traced with the other answer to"
                f" {answered[0]}: {changed.latex}. It does not read the subject."
            )
    return ""


def _hypotheses_of(conclusion: Conclusion) -> list[Conclusion]:
    """The hypotheses under which all of a conclusion is made: where one fails it says nothing."""
    found = []
    while isinstance(conclusion, Implies):
        given = conclusion.hypothesis
        found += given.parts if isinstance(given, All) else [given]
        conclusion = conclusion.body
    return found


def _other_way(says: Says, subject: Any, trace: _Trace) -> str:
    """Why the subject's code is not the one that was traced; '' if it goes the same ways."""
    _, concrete = ways_of(lambda: _at_one(says, subject, trace.world))
    if found := other_ways(trace.ways, concrete):
        return "At an instance the subject goes another way than in its trace: " + "; ".join(found)
    return ""


def _at_one(says: Says, subject: Any, traced: Symbolic) -> None:
    """Run a statement at the first instance that meets what is assumed."""
    sizes = _sizes_in(traced, 0)
    drawn = (lambda seed=seed: Concrete(sizes, seed, spread=1) for seed in range(_DRAWS))
    for make in chain(drawn, _at_points(sizes, points_that_meet(traced.assumed))):
        with contextlib.suppress(UnmetError):
            says(subject, make())
            return


def _sizes_in(world: Symbolic, past: int) -> dict[str, int]:
    """Sizes that belong to the case of a trace."""
    chosen = {}
    for name, value in world.case.items():
        expression = sp.sympify(value)
        chosen[name] = int(expression.subs(dict.fromkeys(expression.free_symbols, 1 + past)))
    return chosen


def _disagreement(says: Says, subject: Any, trace: _Trace, instances: Sequence[Sizes]) -> str:
    """Where the trace and the subject itself differ; '' if they agree at all instances."""
    far = _FAR_OF_ARRAYS if trace.world.arrays or trace.world.constants else _FAR
    far = min(far, _FAR_OF_SEQUENCES) if trace.world.sequences else far
    worlds = [Concrete(_sizes_in(trace.world, n), n, spread=2) for n in range(3)]
    worlds += [
        Concrete(_sizes_in(trace.world, far + n), n, spread=2, far=far) for n in range(_BEYOND)
    ]
    if trace.world.reals_made:
        worlds += [Concrete(_sizes_in(trace.world, 0), n, spread=2) for n in range(3, _DRAWS // 4)]
    if not trace.world.case:
        worlds += [Concrete(sizes, n) for n, sizes in enumerate(instances)]
    compared = 0
    at_points = (
        make()
        for make in _at_points(_sizes_in(trace.world, 0), points_that_meet(trace.world.assumed))
        if not compared
    )
    for world in chain(worlds, at_points):
        try:
            conclusion = says(subject, world)
        except UnmetError:
            continue
        except TheoremChecksError as error:
            return f"At {_place(world)} the subject cannot be run: {error}"
        values = values_at(trace.world, world)
        traced_ones, own = (
            list(leaves(_under_all(given, said)))
            for given, said in ((trace.world.given, trace.said), (world.given, conclusion))
        )
        if [name for name, _ in traced_ones] != [name for name, _ in own]:
            return f"Trace and subject have other parts at {_place(world)}."
        for (name, symbolic), (_, concrete) in zip(traced_ones, own, strict=True):
            try:
                same = agree(values.of(symbolic), values.own(concrete))
            except (NoExactValueError, ZeroDivisionError, UnmetError):
                continue
            if same is False:
                return f"Trace and subject differ in the {name} at {_place(world)}."
            compared += 1
    return "" if compared else "At no instance trace and subject have exact values to compare."


def _numbers(found: Counterexample) -> dict[str, Fraction]:
    """The values of a counterexample that are rational numbers; a root is none."""
    numbers = {}
    for name, value in found.values.items():
        with contextlib.suppress(TypeError, ValueError):
            numbers[name] = Fraction(value)
    return numbers


def _is_of_no_instance(conclusion: Conclusion, failed: Evidence) -> bool:
    """Whether a part is refuted that is true or false of no instance, such as a limit."""
    if not isinstance(conclusion, All) or len(failed.parts) != len(conclusion.parts):
        return False
    return any(
        isinstance(part, Binding)
        and found.verdict is Verdict.REFUTED
        and found.is_sealed
        and found.statement is not None
        and found.statement.key == part.key
        for part, found in zip(conclusion.parts, failed.parts, strict=True)
    )


def _refuted_there(says: Says, subject: Any, trace: _Trace, failed: Evidence) -> Evidence | None:
    """The statement itself at the sizes and real numbers of an obligation's counterexample."""
    if failed.counterexample is None or _is_of_no_instance(trace.handed, failed):
        return None
    values = _numbers(failed.counterexample)
    sizes = {k: int(v) for k, v in values.items() if v.denominator == 1 and 0 <= v <= _FAR}
    for seed in range(3):
        here = sizes | _sizes_in(trace.world, seed)
        world = Concrete(here, seed, spread=2, points=values)
        try:
            found = _fails_at(says, subject, world)
        except NotAtInstancesError:
            return None
        if isinstance(found, Evidence) and found.verdict is Verdict.REFUTED:
            return found
    return Evidence.undecided(f"An obligation of the proof fails, the statement does not: {failed}")
