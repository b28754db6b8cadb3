"""A conclusion at an instance: true or false there, by running what it is about."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import partial, singledispatch

import sympy as sp

from theorem_checks.errors import TheoremChecksError
from theorem_checks.judging.events import fails_too_often, is_trivial
from theorem_checks.judging.in_the_end import (
    UndecidedInTheEndError,
    not_bounded_below,
    not_proportional,
)
from theorem_checks.judging.integers import at_integers, inside
from theorem_checks.judging.machines import (
    first_outputs_that_differ,
    other_outputs,
    outputs_that_differ,
    outputs_that_do_not_add_up,
    runs_that_differ,
    state_that_fails,
    states_on_tokens,
)
from theorem_checks.judging.mean_outputs import other_mean_output
from theorem_checks.judging.means import (
    longer_row,
    mean_not_within,
    not_least,
    other_mean,
    other_mean_over_units,
    other_normal_mean,
    other_second_moment,
)
from theorem_checks.judging.pure_values import values_that_differ
from theorem_checks.judging.sides import equal_sides, other_state_size, unequal_sides, wrong_order
from theorem_checks.judging.spectra import (
    eigenvalue_outside,
    larger_radius,
    not_ordered,
    powers_that_stay,
)
from theorem_checks.judging.suprema import exceeds_bound
from theorem_checks.judging.values import agree
from theorem_checks.proving.conclude import prove
from theorem_checks.statements.always import Always, Watched
from theorem_checks.statements.chains import EveryChain, EveryFirstChain
from theorem_checks.statements.classes import ForEvery, WithProbability
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Computes,
    Conclusion,
    Equal,
    Implies,
    Less,
    Mean,
    SameOutputs,
    UniqueMinimum,
)
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.hypotheses import Either, Unequal
from theorem_checks.statements.layers import SecondMoment
from theorem_checks.statements.lettered_parts import part_by_letter
from theorem_checks.statements.loewner import LoewnerAtMost
from theorem_checks.statements.mean_outputs import MeanOutput
from theorem_checks.statements.normal_means import NormalMean, UnitsMean
from theorem_checks.statements.power_means import MeanWithin
from theorem_checks.statements.pure.conclusions import SameValues
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.recurrences import Solves
from theorem_checks.statements.runs import SameRuns, Throughout
from theorem_checks.statements.sequences import InProportion, InTheEnd, Quantified
from theorem_checks.statements.spectra import PowersVanish, RadiusBelow, SpectrumWithin
from theorem_checks.statements.stacks import EveryStack
from theorem_checks.statements.state_sizes import StateSize
from theorem_checks.statements.suprema import BallMean, MaximumMean, RowsWithin
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["NotAtInstancesError", "difference_at", "is_met"]

_STEPS = 12  # of a recurrence


@singledispatch
def difference_at(conclusion: Conclusion, _world: Concrete) -> Difference | None:
    """What is wrong with a conclusion that was made in a concrete world; None if it is true there.

    **Raises** `NoExactValueError` where its truth is not known exactly.
    """
    raise NotAtInstancesError(f"{type(conclusion).__name__} is true or false of no instance")


class NotAtInstancesError(Exception):
    """A conclusion is not true or false of an instance, as it is about a limit or a class."""


def is_met(hypothesis: Conclusion, world: Concrete) -> bool:
    """Whether a hypothesis is known to be true in a world: of all integers, where it is for all."""
    if isinstance(hypothesis, All):
        return all(is_met(part, world) for part in hypothesis.parts)
    if isinstance(hypothesis, Either):
        return any(is_met(part, world) for part in hypothesis.parts)
    if isinstance(hypothesis, Implies) and difference_at(hypothesis.hypothesis, world) is None:
        return is_met(hypothesis.body, world)
    if isinstance(hypothesis, Always):
        return False  # of which a few sequences of tokens do not tell
    if not isinstance(hypothesis, Quantified):
        return difference_at(hypothesis, world) is None
    far = hypothesis.start + _PREFIX
    if not all(is_met(hypothesis.at(k), world) for k in range(hypothesis.start, far)):
        return False
    m = sp.Symbol("m", integer=True, nonnegative=True)
    try:
        return _is_known(hypothesis.at(far + m))
    except (TheoremChecksError, NoExactValueError):
        return False


_PREFIX = 13  # integers from a start on, beyond which drawn sequences have closed forms


def _is_known(said: Conclusion) -> bool:
    """Whether a conclusion about a symbol is proved for all its values."""
    if isinstance(said, All):
        return all(map(_is_known, said.parts))
    if isinstance(said, Either):
        return any(map(_is_known, said.parts))
    if isinstance(said, Quantified):
        return False
    found = prove(said)
    return found.verdict is Verdict.PROVED and not found.conditions


@difference_at.register
def _(conclusion: All, world: Concrete) -> Difference | None:
    """The first part that is wrong; those of which an instance does not tell the world notes."""
    apart: dict[int, NotAtInstancesError] = {}
    parts, outer = len(conclusion.parts), world.undecided
    for number, part in enumerate(conclusion.parts, 1):
        world.undecided = set()
        try:
            wrong = difference_at(part, world)
        except NotAtInstancesError as error:
            apart[number] = error
            outer.add((number,))
            continue
        finally:
            inner, world.undecided = world.undecided, outer
        outer |= {(number, *place) for place in inner}
        if wrong is not None:
            place = (number, *wrong.place)
            return replace(wrong, explanation=_in_part(wrong, conclusion, place), place=place)
    if len(apart) == parts:
        raise apart[1]
    return None


def _in_part(wrong: Difference, whole: All, place: tuple[int, ...]) -> str:
    """What is said of a difference, and in which part: by its letter, as in derivations.

    Parts of a part that is a conjunction itself are counted on, and its own count is not told.
    """
    part, said = whole.parts[place[0] - 1], wrong.explanation
    if isinstance(part, All):
        said = _PART.sub("", said)
    letter = part_by_letter(whole, place)
    if not letter:
        return said
    joint = " of" if _PART.search(said) else ", in" if said else "in"
    return f"{said}{joint} {letter}"


_PART = re.compile(r"(?:, in|^in| of) parts? \([a-z]+\)(?:–\([a-z]+\))? of \(a\)–\([a-z]+\)$")


@difference_at.register
def _(conclusion: Implies, world: Concrete) -> Difference | None:
    if not is_met(conclusion.hypothesis, world):
        return None
    return difference_at(conclusion.body, world)


@difference_at.register
def _(conclusion: Quantified, world: Concrete) -> Difference | None:
    name = conclusion.variable.name
    for k, said in at_integers(conclusion, world):
        with inside():
            wrong = difference_at(said, world)
        if wrong is not None:
            world.numbers[name] = Fraction(k)  # where it is false, for a reader
            return wrong
    return None


@difference_at.register
def _(conclusion: InTheEnd, _world: Concrete) -> Difference | None:
    with _decided(conclusion):
        return not_bounded_below(conclusion.in_values())


@difference_at.register
def _(conclusion: InProportion, _world: Concrete) -> Difference | None:
    with _decided(conclusion):
        return not_proportional(conclusion.in_values())


@contextmanager
def _decided(conclusion: Conclusion) -> Iterator[None]:
    """A context in which what is not decided for all large integers is so of no instance."""
    try:
        yield
    except (UndecidedInTheEndError, TheoremChecksError) as error:
        raise NotAtInstancesError(f"{conclusion.latex}: {error}") from error


@difference_at.register
def _(conclusion: ForReals, _world: Concrete) -> Difference | None:
    return conclusion.difference


@difference_at.register(MaximumMean)
@difference_at.register(BallMean)
def _(conclusion: MaximumMean | BallMean, world: Concrete) -> Difference | None:
    return exceeds_bound(conclusion, world.constants)


@difference_at.register
def _(conclusion: WithProbability, world: Concrete) -> Difference | None:
    """By samples, where there is an event that can fail."""
    if is_trivial(conclusion):
        return None
    world.sampled += 1
    return fails_too_often(conclusion, world.constants, world.seed)


@difference_at.register
def _(conclusion: Either, world: Concrete) -> Difference | None:
    wrong = [difference_at(part, world) for part in conclusion.parts]
    return wrong[0] if all(found is not None for found in wrong) else None


@difference_at.register
def _(conclusion: ForEvery, world: Concrete) -> Difference | None:
    return difference_at(conclusion.body, world)


@difference_at.register
def _(conclusion: Solves, _world: Concrete) -> Difference | None:
    state = conclusion.first
    for n in range(conclusion.start, conclusion.start + _STEPS):
        closed = [form.subs(conclusion.variable, n) for form in conclusion.closed]
        for claimed, found in zip(closed, state, strict=True):
            if agree(claimed, found) is False:
                said = f"the closed form leaves the recurrence at {conclusion.variable} = {n}"
                return Difference(str(claimed), str(found), said)
        here = {conclusion.variable: n, **dict(zip(conclusion.places, state, strict=True))}
        state = [after.subs(here, simultaneous=True) for after in conclusion.following]
    return None


@difference_at.register
def _(conclusion: Watched, world: Concrete) -> Difference | None:
    met = partial(is_met, world=world)
    for time, said in enumerate(states_on_tokens(conclusion, world, met)):
        if (wrong := difference_at(said, world)) is not None:
            after = f"of the state after {time} token{'s' * (time != 1)}"
            return replace(wrong, explanation=f"{after}: {wrong.explanation}".rstrip(": "))
    return None


@difference_at.register
def _(conclusion: EveryChain | EveryFirstChain, world: Concrete) -> Difference | None:
    """Each link, which is a chain by itself; all links together are as strong as the statement."""
    for link, kept in zip(conclusion.links, conclusion.kept, strict=True):
        if (wrong := difference_at(kept, world)) is not None:
            names = f"from {link.enters.name} to {link.leaves.name}"
            return replace(wrong, explanation=f"{names}: {wrong.explanation}")
    return None


difference_at.register(Equal, unequal_sides)
difference_at.register(StateSize, other_state_size)
difference_at.register(AtMost, wrong_order)
difference_at.register(Less, wrong_order)
difference_at.register(Unequal, equal_sides)
difference_at.register(Mean, other_mean)
difference_at.register(MeanOutput, other_mean_output)
difference_at.register(NormalMean, other_normal_mean)
difference_at.register(UnitsMean, other_mean_over_units)
difference_at.register(RowsWithin, longer_row)
difference_at.register(MeanWithin, mean_not_within)
difference_at.register(SecondMoment, other_second_moment)
difference_at.register(UniqueMinimum, not_least)
difference_at.register(SpectrumWithin, eigenvalue_outside)
difference_at.register(LoewnerAtMost, not_ordered)
difference_at.register(RadiusBelow, larger_radius)
difference_at.register(PowersVanish, powers_that_stay)
difference_at.register(Computes, other_outputs)
difference_at.register(SameOutputs, outputs_that_differ)
difference_at.register(SameFirstOutputs, first_outputs_that_differ)
difference_at.register(SameRuns, runs_that_differ)
difference_at.register(SameValues, values_that_differ)
difference_at.register(Throughout, state_that_fails)
difference_at.register(EveryStack, outputs_that_do_not_add_up)
