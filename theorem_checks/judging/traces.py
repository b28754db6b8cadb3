"""A statement about a subject as it is traced on symbols, whole or case by case."""

import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import CodeType
from typing import Any

import sympy as sp

from theorem_checks.errors import (
    CheckError,
    NoSuchOperationError,
    TheoremChecksError,
    UndecidedQuestionError,
)
from theorem_checks.judging.hypotheses import assuming, under_all
from theorem_checks.judging.no_conclusion import require_conclusion
from theorem_checks.judging.world_names import require_names_of_the_world
from theorem_checks.statements.conclusions import Conclusion, Implies
from theorem_checks.statements.control_flow import Ways, is_authors, ways_of
from theorem_checks.statements.files import from_root
from theorem_checks.statements.scalars import divisors_recorded
from theorem_checks.statements.tracing import traced
from theorem_checks.statements.worlds.symbolic import Symbolic
from theorem_checks.statements.worlds.world import World
from theorem_checks.verdicts.counterexamples import assigned
from theorem_checks.verdicts.evidence import Evidence

__all__ = [
    "Says",
    "Trace",
    "case_text",
    "place_in_code",
    "place_in_subject",
    "trace_of",
    "traces_of",
]

Says = Callable[[Any, World], Conclusion]


@dataclass(frozen=True)
class Trace:
    """A statement as it was traced, with the world that made its names.

    **Fields**: `said`, what `says` returned; `ways`, which the code of the author took; `whole`,
    whether the proof is handed the ranges of sizes and numbers as well.
    """

    world: Symbolic
    said: Conclusion
    ways: Ways
    whole: bool = False

    @property
    def handed(self) -> Conclusion:
        """What the proof is to conclude."""
        return self.conclusion if self.whole else self.bare

    @property
    def bare(self) -> Conclusion:
        """What is said under what is assumed of real numbers and of sequences."""
        assumed = tuple(self.world.assumed)
        said = assuming(self.said, assumed) if assumed else self.said
        return under_all(self.world.given, said)

    @property
    def conclusion(self) -> Conclusion:
        """What is said under the ranges of sizes and numbers, too."""
        conclusion = self.bare
        for hypothesis in reversed(self.world.hypotheses):
            conclusion = Implies(hypothesis, conclusion)
        return conclusion


def trace_of(
    says: Says, subject: Any, case: Mapping[str, Any], *, with_ways: bool = True
) -> "Trace | Evidence":
    """The trace of a subject in a case, or why there is none.

    **Arguments**: `with_ways`, whether it is noted which ways the author's code takes, which takes
    time, and is for who runs it at instances as well.
    """
    world = Symbolic(case)
    run = partial(traced, says, subject, world)
    try:
        with divisors_recorded() as divisors:
            conclusion, ways = ways_of(run) if with_ways else (run(), {})
        world.divisors |= dict.fromkeys(divisors)
    except UndecidedQuestionError as error:
        where = place_in_code(error)
        at = f", in {where}" if where else ""
        said = "asks what its symbols do not decide"
        if isinstance(error, NoSuchOperationError):
            said = "uses what arrays of a world do not have"
        who = "subject" if place_in_subject(error, says) or not where else "statement"
        return Evidence.undecided(f"The {who} {said}{at}: {error}")
    except TheoremChecksError as error:
        at = (where := place_in_code(error)) and f", in {where}"
        return Evidence.undecided(f"The statement cannot be traced on symbols{at}: {error}")
    except Exception as error:
        if not place_in_subject(error, says):
            raise
        said = f"{type(error).__name__}: {error}"
        return Evidence.undecided(f"The subject cannot be traced on symbols: {said}")
    require_conclusion(conclusion, says)
    require_names_of_the_world(conclusion, world)
    return Trace(world, conclusion, ways)


def traces_of(
    says: Says, subject: Any, cases: Mapping[str, int] | None, *, with_ways: bool = True
) -> "list[Trace | Evidence]":
    """The trace, or that of every case: each value of a size up to the last one, and beyond.

    **Arguments**: `with_ways`, as for `trace_of`.
    """
    in_case = partial(trace_of, says, subject, with_ways=with_ways)
    if not cases:
        return [in_case({})]
    (name, last), *others = cases.items()
    if others:
        raise CheckError(f"cases: expected one size, not {', '.join(cases)}.")
    past = sp.Symbol(f"{name}'", integer=True, positive=True)  # no name of the world
    beyond = in_case({name: last + past})
    if isinstance(beyond, Evidence):
        return [beyond]
    if name not in beyond.world.least:
        raise CheckError(f"cases: the statement takes no size {name!r} from its world.")
    values = range(beyond.world.least[name], last + 1)
    return [*(in_case({name: value}) for value in values), beyond]


def case_text(world: Symbolic) -> str:
    """A case in words."""
    return assigned(world.case)


def place_in_subject(error: Exception, says: Says) -> str:
    """Where in the author's code, but for the statement itself, an error arose; '' if elsewhere.

    As 'total (proofs/claims.py:3)'.
    """
    own = getattr(says, "__code__", None)
    places = [place for code, place in _places(error) if code is not own]
    return places[-1] if places else ""


def place_in_code(error: Exception) -> str:
    """Where in the author's code an error arose, the statement itself included; '' if elsewhere."""
    return next((place for _, place in reversed(list(_places(error)))), "")


def _places(error: Exception) -> Iterator[tuple[CodeType, str]]:
    """The author's code that an error went through, and where."""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if is_authors((code := frame.f_code).co_filename):
            yield code, f"{code.co_name} ({from_root(code.co_filename)}:{line})"
