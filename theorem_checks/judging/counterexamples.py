"""The statement itself at the counterexample of a proof's obligation."""

import contextlib
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from theorem_checks.judging.drawn_worlds import FAR, sizes_in
from theorem_checks.judging.instances import NotAtInstancesError
from theorem_checks.judging.traces import Says, Trace
from theorem_checks.judging.trials import at_smallest, fails_at
from theorem_checks.statements.analysis import Binding
from theorem_checks.statements.classes import within
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    Equal,
    ForAll,
    Implies,
    Less,
)
from theorem_checks.statements.exact import to_expression
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.hypotheses import Either, Unequal
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.concrete_entries import RATIONALS
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["refuted_there"]

_LARGEST = 10**100  # numerator or denominator of a number at which a statement is run
_STEPWISE = (sp.Abs, sp.Max, sp.Min, sp.floor, sp.ceiling, sp.sign)
_OF_NUMBERS = (All, AtMost, Either, Equal, ForAll, ForReals, Implies, Less, Unequal)
"""Conclusions whose truth at all of their letters' values is known, where one run ends with it."""
_SEEDS = 3  # draws of what a counterexample does not have


def _numbers(found: Counterexample) -> dict[str, Fraction]:
    """The values of a counterexample that are rational numbers; a root is none."""
    numbers = {}
    for name, value in found.values.items():
        with contextlib.suppress(TypeError, ValueError):
            numbers[name] = Fraction(value)
    return numbers


def _arrays(found: Counterexample) -> dict[str, Any]:
    """The arrays of a counterexample, of rational numbers."""
    arrays = {}
    for name, value in found.values.items():
        with contextlib.suppress(TypeError, ValueError):
            if isinstance(value, list | tuple):
                arrays[name] = RATIONALS.array(value)
    return arrays


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


def refuted_there(
    says: Says,
    subject: Any,
    trace: Trace,
    failed: Evidence,
    points: Sequence[Counterexample] = (),
) -> Evidence | None:
    """The statement itself at the sizes, numbers and arrays of an obligation's counterexample.

    Where there is none, at `points` that engines have noted, as far as it has them; None if it is
    not found false there.
    """
    if _is_of_no_instance(trace.handed, failed):
        return None
    found = failed.counterexample
    at_points = [found] if found else points
    is_true = False
    try:
        for at in at_points:
            there, is_true = _run_at(says, subject, trace, at)
            if there is not None:
                return there
    except NotAtInstancesError:
        return None
    if found is None:
        return None
    so = "the statement does not" if is_true else "of the statement itself that is not known"
    return Evidence.undecided(f"An obligation of the proof fails, {so}: {failed}")


def _run_at(
    says: Says, subject: Any, trace: Trace, at: Counterexample
) -> tuple[Evidence | None, bool]:
    """Where the statement is false at some values, or None; and whether it is true at them.

    It is true at them if they are all that it depends on, and the run ends with its truth.
    """
    given, arrays = _of_the_statement(_numbers(at), trace), _arrays(at)
    is_true, may_be_true = False, all(isinstance(c, _OF_NUMBERS) for c in within(trace.said))
    for seed in range(_SEEDS):
        here = given | sizes_in(trace.world, seed)
        world = Concrete(here, seed, spread=2, points=_numbers(at), given=arrays)
        found = fails_at(says, subject, world)
        if isinstance(found, Evidence) and found.verdict is Verdict.REFUTED:
            return at_smallest(says, subject, world, found), False
        is_told = isinstance(found, frozenset) and not found and not world.undecided
        is_true |= may_be_true and is_told and _has_drawn_nothing(world, at)
    return None, is_true


def _of_the_statement(numbers: dict[str, Fraction], trace: Trace) -> dict[str, int | Fraction]:
    """The values of letters of the statement that these may have, and that do not take long.

    Sizes, and what stands in an exponent, are small, as of a power all digits are worked out.
    """
    letters = trace.world.symbols | trace.world.bound
    small = _in_exponents(trace)
    found: dict[str, int | Fraction] = {}
    for name, number in numbers.items():
        symbol = letters.get(name)
        far = FAR if symbol is None or symbol.is_integer or symbol in small else _LARGEST
        if max(abs(number.numerator), number.denominator) > far:
            continue
        if symbol is not None and not _may_be(symbol, number):
            continue
        if symbol is not None or (number.denominator == 1 and number >= 0):
            found[name] = int(number) if number.denominator == 1 else number
    return found


def _may_be(symbol: sp.Symbol, number: Fraction) -> bool:
    """Whether a number meets what is assumed of a symbol."""
    exact, known = to_expression(number), symbol.assumptions0.items()
    return all(getattr(exact, f"is_{name}") is is_so for name, is_so in known)


def _in_exponents(trace: Trace) -> set[Any]:
    """The symbols in exponents, and in functions such as factorials, of a statement."""
    found: set[Any] = set()

    def seen(part: Any) -> Any:
        if isinstance(part, sp.Basic):
            for power in part.atoms(sp.Pow):
                found.update(power.exp.free_symbols)
            for function in part.atoms(sp.Function):
                if not isinstance(function, _STEPWISE):
                    found.update(function.free_symbols)
        return part

    trace.bare.mapped(seen)
    return found


def _has_drawn_nothing(world: Concrete, at: Counterexample) -> bool:
    """Whether all that a statement depends on in a world are the values of a counterexample."""
    if world.states or world.has_tokens or world.drawn or world.constants or world.functions:
        return False
    numbers = _numbers(at)
    is_given = all(numbers.get(name) == number for name, number in world.numbers.items())
    are_points = all(numbers.get(name) == number for name, number in world.points.items())
    return is_given and are_points and all(name in _arrays(at) for name in world.arrays)
