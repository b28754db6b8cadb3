"""A statement about a subject at instances, where the subject itself is run."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from types import ModuleType
from typing import Any

import numpy as np

from theorem_checks.errors import CheckError, DivisionByZeroError, TheoremChecksError
from theorem_checks.judging.assumed import points_that_meet
from theorem_checks.judging.drawn_worlds import Sizes, place, small_worlds, world_at, worlds_at
from theorem_checks.judging.equations import worlds_that_meet
from theorem_checks.judging.events import DISCREPANCY, RATE, SAMPLES
from theorem_checks.judging.false_part import FalseAt, false_part
from theorem_checks.judging.hypotheses import every_hypothesis
from theorem_checks.judging.instances import NotAtInstancesError, difference_at, is_met
from theorem_checks.judging.no_conclusion import require_conclusion
from theorem_checks.judging.traces import Says, place_in_code, place_in_subject, trace_of
from theorem_checks.judging.vacuity import is_vacuous, vacuous_parts
from theorem_checks.judging.world_calls import told_of_call
from theorem_checks.judging.world_names import require_names_of_the_world
from theorem_checks.solving.problem import Problem
from theorem_checks.statements.arrays.element_arrays import ShapeError, elements_of
from theorem_checks.statements.conclusions import All, Equal
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.lettered_parts import part_by_letter
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.reads import Read, reads_kept
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.reals.evaluation import variables
from theorem_checks.statements.reals.terms import Formula
from theorem_checks.statements.reals.written import formula_latex
from theorem_checks.statements.sequences import UnmetError
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.simpler_worlds import simpler, smaller
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.error_rates import ErrorRates
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.for_readers import are_read, read_by_nobody
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["RUN", "at_smallest", "fails_at", "try_instances"]

_SMALL = 8  # instances
_SHRINKING = 30  # smaller sizes of a counterexample that are tried, and as many simpler numbers
_WHERE = re.compile(r"entry \[.*?\]|at t = \d+|, on the tokens .*")  # of a difference
_WHOLE = ()  # the number of a statement among those of its parts
_MOST = 60  # small ones where some part of the statement says nothing yet
_SHOWN = 12  # values of a sequence or table that a counterexample has
_POINTS = 20  # where real numbers are drawn: instances that meet what is assumed
RUN = Route.testing("the subject run at instances of the statement", Engine.FRACTIONS)
_DRAWN = Route.testing("samples of events", Engine.NUMPY)


def try_instances(says: Says, subject: Any, instances: Sequence[Sizes]) -> Evidence | None:
    """What is found at instances; None for a statement that has no truth there, or no exact one."""
    worlds = [world_at(sizes, n) for n, sizes in enumerate(instances)] or small_worlds()
    found = _tried_in(says, subject, worlds, given=bool(instances))
    if found is None or found.verdict is not Verdict.VACUOUS or instances:
        return found
    trace = trace_of(says, subject, {})
    if not isinstance(trace, Evidence) and (points := points_that_meet(trace.world.assumed)):
        return _tried_in(says, subject, worlds_at({}, points), given=False)
    worlds = worlds_that_meet(lambda world: says(subject, world))
    other = _tried_in(says, subject, worlds, given=False)
    is_found = other is not None and other.verdict is not Verdict.VACUOUS
    if isinstance(trace, Evidence) or is_found:
        return other
    if any(isinstance(said, Equal) for said in every_hypothesis(trace.said)):
        return replace(found, reason=f"{found.reason} {_OF_EQUATIONS}")
    return replace(found, reason=f"{found.reason} {_OF_OTHERS}")


def at_smallest(says: Says, subject: Any, world: Concrete, found: Evidence) -> Evidence:
    """The same where sizes are smaller and numbers simpler, one after the other, if that is read.

    It is the same part that is false there, in the same way.
    """
    if found.verdict is not Verdict.REFUTED or not are_read():
        return found
    least = world
    with read_by_nobody():
        if (why := _why(fails_at(says, subject, world.anew()))) is None:
            return found
        for others in (smaller, simpler):
            tries = _SHRINKING
            while less := _less(says, subject, islice(others(least), tries), why):
                least, tries = less[0], tries - less[1]
    if least is world:
        return found
    again = fails_at(says, subject, least.anew())
    return again if isinstance(again, Evidence) and again.verdict is found.verdict else found


def _less(
    says: Says, subject: Any, worlds: Iterable[Concrete], why: str
) -> tuple[Concrete, int] | None:
    """A world in which a statement is false for the same reason, and how many it took."""
    for number, less in enumerate(worlds, 1):
        with suppress(NotAtInstancesError):
            if _why(fails_at(says, subject, less)) == why:
                return less, number
    return None


def _why(found: Evidence | frozenset[int] | None) -> str | None:
    """How a statement is false, and which part of it; None where it is not."""
    if not isinstance(found, Evidence) or found.verdict is not Verdict.REFUTED:
        return None
    assert found.counterexample is not None
    return _WHERE.sub("", found.counterexample.explanation)


_OF_EQUATIONS = (
    "No draw of free numbers meets an equation, and none was found that is linear in the entries of"
    " one array of the world, with the others as drawn. Take what meets it from the world, as an"
    " array with known='unit' (of length 1), 'orthogonal' or 'probabilities', or write it so that"
    " it holds: (B - B.T) @ v is orthogonal to v."
)


_OF_OTHERS = (
    "If they can be met, let what is drawn meet them: small=True draws numbers and entries between"
    " -1 and 1, known='nonnegative' arrays without negative entries, and b = a + w.number('gap',"
    " positive=True) is a number beyond a."
)


def _tried_in(
    says: Says, subject: Any, worlds: Iterable[Callable[[], Concrete]], *, given: bool
) -> Evidence | None:
    """What is found in worlds, which are `given` ones, or drawn until enough meet hypotheses."""
    tried: list[str] = []
    met = sampled = 0
    vacuous: frozenset[int] | None = None  # parts that say nothing at all instances so far
    undecided: Counter[tuple[int, ...]] = Counter()  # parts, at how many instances
    world: Concrete | None = None
    for number, make in enumerate(worlds, 1):
        world = make()
        try:
            found = fails_at(says, subject, world)
        except NotAtInstancesError:
            return None
        sampled += world.sampled
        if isinstance(found, Evidence):
            found = at_smallest(says, subject, world, found)
            return replace(found, error_rates=_rates(sampled))
        if found is not None:
            met += 1
            undecided.update(world.undecided)
            vacuous = found if vacuous is None else vacuous & found
            tried.append(_scope_at(world))
        most = _MOST if vacuous else _SMALL
        if met >= _POINTS or (number >= most and not world.reals_made and not given):
            break
    if not met or world is None:
        return Evidence.vacuous("No instance that was tried meets the hypotheses of the statement.")
    if vacuous:
        said = f"the hypothesis of {_named(says, subject, world, (min(vacuous),))}"
        return Evidence.vacuous(f"No instance that was tried meets {said}.")
    if undecided[_WHOLE] == met:
        return None
    rates = _rates(sampled)
    left_open = {_named(says, subject, world, n): times for n, times in sorted(undecided.items())}
    scope = "; ".join([*dict.fromkeys(tried), *_left_open(left_open, met)])
    if not sampled:
        return Evidence.holds(scope, routes=(RUN,))
    figures = {"events": sampled, "samples of each": SAMPLES, "discrepancy": DISCREPANCY}
    return Evidence.holds(scope, routes=(RUN, _DRAWN), figures=figures, error_rates=rates)


def _left_open(undecided: Mapping[str, int], met: int) -> Iterator[str]:
    """Which parts of a statement instances do not decide: of them nothing was tried."""
    for what, times in undecided.items():
        where = "any instance" if times == met else f"{times} of the {met} instances"
        yield f"{what} {'are' if what.startswith('parts') else 'is'} not decided at {where}"


def _named(says: Says, subject: Any, world: Concrete, place: tuple[int, ...]) -> str:
    """A part by its letter, for which the statement is made once more; the whole, 'it'."""
    if not place:
        return "it"
    try:
        letter = part_by_letter(says(subject, world.anew()), place)
    except Exception:  # for a reader alone
        letter = ""
    return letter or f"part {'.'.join(map(str, place))}"


def _rates(sampled: int) -> ErrorRates:
    """How often a verdict on some events is wrong, each by its samples."""
    return ErrorRates(min(1.0, sampled * RATE), min(1.0, sampled * RATE))


def _scope_at(world: Concrete) -> str:
    sizes = [f"{name} = {value}" for name, value in world.named_numbers.items()]
    points = [f"some {', '.join(world.reals_made)} of every sort"] if world.reals_made else []
    return ", ".join(sizes + points)


def fails_at(says: Says, subject: Any, world: Concrete) -> Evidence | frozenset[int] | None:
    """REFUTED where the conclusion is false in a world, or the subject raises there.

    Else the numbers of the parts that say nothing there, as no hypothesis is met; None for all.
    """
    try:
        conclusion = says(subject, world)
        require_conclusion(conclusion, says)
        require_names_of_the_world(conclusion, world)
        if not all(is_met(said, world) for said in world.supposed):
            return None
        wrong = difference_at(conclusion, world)
    except NoExactValueError:
        world.undecided.add(_WHOLE)
        return frozenset()
    except UnmetError:
        return None
    except (CheckError, NotAtInstancesError):
        raise
    except Exception as error:
        return _raised(error, says, subject, world)
    if wrong is None:
        return None if is_vacuous(conclusion, world) else vacuous_parts(conclusion, world)
    if isinstance(conclusion, ForReals | All) and str(wrong.claimed) == "true":
        compared = _compared(says, subject, world)
        wrong = wrong if compared is None else compared
    found = _counterexample(wrong, world, _read(says, subject, world))
    at = FalseAt(world, conclusion)
    part = false_part(says, subject, at, wrong.place, found.values)
    return Evidence.refuted(replace(found, read=part.read, part=part.latex), routes=(RUN,))


def _read(says: Says, subject: Any, world: Concrete) -> tuple[Concrete, set[Read]]:
    """A world as before, and which values of sequences are read in it; none that nobody asks for.

    It is made once more, as nothing is kept of what is read where nothing is wrong.
    """
    if not (world.drawn and are_read()):
        return world, set()
    again = world.anew()
    with reads_kept() as read, suppress(Exception):  # the same as before, if it raised one
        difference_at(says(subject, again), again)
    return again, read


def _counterexample(
    wrong: Difference, world: Concrete, reads: tuple[Concrete, set[Read]]
) -> Counterexample:
    """What is wrong in a world, with a formula as one writes it."""
    said, values = wrong.claimed, _drawn(world, *reads)
    if isinstance(said, Formula):
        latex = formula_latex(said)
        found, told = str(wrong.found), wrong.explanation
        sides = ("false", "as here")
        return Counterexample(values, plain_text(latex), found, told, latex=latex, sides=sides)
    told = wrong.explanation
    return Counterexample(values, str(said), str(wrong.found), told, sides=wrong.sides)


def _raised(error: Exception, says: Says, subject: Any, world: Concrete) -> Evidence:
    """What an error in a world says: REFUTED of one of the subject's own; others are raised.

    A name or module that is not there is raised as well, wherever it was asked for.
    """
    if isinstance(error, DivisionByZeroError):
        said = str(error), "the subject divides by 0"
    else:
        of_subject = place_in_subject(error, says)
        if isinstance(error, TheoremChecksError) and not (
            of_subject and isinstance(error, ShapeError)
        ):
            where = place_in_code(error)
            at = f"At {place(world)} the statement cannot be made{where and f', in {where}'}"
            return Evidence.undecided(f"{at}: {error}")
        if not of_subject and (told := told_of_call(error, world)) is not None:
            raise told from error
        if not of_subject or _is_unfinished(error):
            raise error
        name = "IndexError" if isinstance(error, IndexError) else type(error).__name__
        said = f"{name} in {of_subject}: {error}", "the subject raises here"
    values = _drawn(world, *_read(says, subject, world))
    return Evidence.refuted(Counterexample(values, "a value", *said), routes=(RUN,))


def _is_unfinished(error: Exception) -> bool:
    """Whether code runs nowhere, as a name is not there, or a module has none; it refutes nothing.

    So `math.abs` is no value at which a subject fails.
    """
    lacks = isinstance(error, AttributeError) and isinstance(error.obj, ModuleType)
    return lacks or isinstance(error, NameError | ImportError | SyntaxError)


def _compared(says: Says, subject: Any, world: Concrete) -> Difference | None:
    """A formula that is false in a world, and how its sides compare; None where that is unknown.

    In the world it is a truth value, so that it is traced for it.
    """
    trace = trace_of(says, subject, {})
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
    for number, part in enumerate(parts, 1):
        where = f"in {part_by_letter(trace.said, (number,))}" if len(parts) > 1 else ""
        if isinstance(part, ForReals) and set(variables(part.formula, *part.assumed)) <= {*point}:
            for said in _conjuncts(part.formula):
                problem = Problem(said, part.assumed)
                if problem.is_violated_at(point):
                    return Difference(said, problem.found_at(point), where)
    return None


def _conjuncts(formula: Formula) -> list[Formula]:
    """What a formula joins by `&`."""
    if formula.op != "and":
        return [formula]
    return [said for part in formula.children for said in _conjuncts(part)]  # pyright: ignore


def _drawn(world: Concrete, again: Concrete, read: set[Read]) -> dict[str, Any]:
    """All that a world has drawn or was given, by name; of sequences what is read, made again."""
    arrays = {name: elements_of(array) for name, array in world.arrays.items()}
    for name, rows in world.constants.items():  # vectors have one entry in a row
        is_vector = all(len(row) == 1 for row in rows)
        arrays[name] = np.array([row[0] for row in rows] if is_vector else rows, dtype=object)
    sequences: dict[str, Any] = {}
    for name, drawn in again.drawn.items():
        places = {place for one, place in read if one is drawn}
        sequences |= drawn.named(name, places, _SHOWN)
    functions = dict(function.formula for function in world.functions.values())
    return world.named_numbers | arrays | world.reals_made | sequences | functions
