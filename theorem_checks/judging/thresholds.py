"""A statement at the values where questions change their answers that its subject has asked.

A subject that asks `T < 50` has no trace, and small instances are all on one side. Whether it is
wrong on the other one is found by running it at T = 49, 50 and 51. That refutes, and proves
nothing.
"""

from collections.abc import Iterable, Iterator
from contextlib import nullcontext, suppress
from itertools import islice
from typing import Any, cast

import sympy as sp

from theorem_checks.judging.drawn_worlds import FAR
from theorem_checks.judging.traces import Says, trace_of
from theorem_checks.judging.trials import at_smallest, fails_at
from theorem_checks.statements.questions import answered_otherwise, thresholds_noted
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.verdicts.counterexamples import assigned
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["beside_thresholds"]

_MOST = 24  # instances
_SEEDS = 3  # draws of the rest at one value, until one meets the hypotheses
_CHANGES = 2  # of answers to one question, where it is no linear one
_OPERATIONS = 300_000  # of an array of a size, about: as many as there are in a product
_SYMBOLS = 3  # of a question, each of which is tried
_OTHERS = 2  # the value of the other symbols in a question
_STEPWISE = (sp.floor, sp.ceiling, sp.Abs, sp.Max, sp.Min)


def beside_thresholds(says: Says, subject: Any, refused: Evidence) -> Evidence:
    """REFUTED where the statement is false beside a threshold; else what a trace `refused`.

    A counterexample is one like all others: the statement is run at it, exactly.
    """
    zeros = _asked(says, subject)
    true: list[str] = []
    most = _largest(says, subject) if zeros else 0
    for values in islice(_values_beside(zeros, most), _MOST):
        for seed in range(_SEEDS):
            world = Concrete(values, seed)
            found = None
            with suppress(Exception):  # it need not make sense there
                found = fails_at(says, subject, world)
            if isinstance(found, Evidence) and found.verdict is Verdict.REFUTED:
                # an array of fifty rows is not read, and dozens more of them would take long
                return found if world.arrays else at_smallest(says, subject, world, found)
            if found is not None:
                if not isinstance(found, Evidence) and not world.undecided:
                    true.append(assigned(values))
                break
    if not true:
        return refused
    return Evidence.undecided(f"{refused.reason} At {'; '.join(true)} the statement is true.")


def _largest(says: Says, subject: Any) -> int:
    """The largest value that is tried, by how many axes the arrays of the statement have."""
    world = Concrete({}, spread=1)
    with suppress(Exception):  # what was made before is counted
        says(subject, world)
    axes = max((len(array.shape) for array in (*world.arrays.values(), *world.states)), default=0)
    return min(FAR, int(_OPERATIONS ** (1 / max(1, axes, min(axes + 1, 3)))))


def _values_beside(zeros: Iterable[sp.Expr], most: int) -> Iterator[dict[str, int]]:
    """Values of symbols at thresholds and beside them, question by question."""
    tried: set[tuple[tuple[str, int], ...]] = set()
    for zero in zeros:
        symbols = cast(list[sp.Symbol], sorted(zero.free_symbols, key=str))
        for symbol in symbols[:_SYMBOLS]:
            others = [other for other in symbols if other is not symbol]
            put = {other: sp.Integer(_OTHERS) for other in others}
            for value in _beside(cast(sp.Expr, zero.xreplace(put)), symbol, most):
                found = {symbol: sp.Integer(value), **put}
                values = {str(one): int(number) for one, number in found.items()}
                at = tuple(values.items())
                if at not in tried and all(_may_be(one, number) for one, number in found.items()):
                    tried.add(at)
                    yield values


def _asked(says: Says, subject: Any) -> list[sp.Expr]:
    """What is 0 where answers change: on the ways of small values, and on those of others.

    The answers are made up to hear of what is asked next; nothing else is kept of such a run.
    """
    found: dict[sp.Expr, None] = {}
    for as_small in (None, True, False):
        answers = nullcontext() if as_small is None else answered_otherwise(as_small=as_small)
        with thresholds_noted() as zeros, answers, suppress(Exception):
            trace_of(says, subject, {}, with_ways=False)
        found |= dict.fromkeys(zeros)
        if not found:  # another reason why there is no trace
            break
    return list(found)


def _may_be(symbol: sp.Symbol, number: sp.Integer) -> bool:
    """Whether a number meets what is assumed of a symbol."""
    known = symbol.assumptions0.items()
    return all(getattr(number, f"is_{name}") is is_so for name, is_so in known)


def _beside(zero: sp.Expr, symbol: sp.Symbol, most: int) -> list[int]:
    """Integers where the sign of an expression changes, and those beside them."""
    changes: list[int] = []
    rest: Any = zero.xreplace({symbol: sp.Integer(0)})
    slope: Any = zero.xreplace({symbol: sp.Integer(1)}) - rest
    if slope.is_Rational and slope != 0 and sp.expand(zero - rest - slope * symbol) == 0:
        changes = [int(sp.ceiling(-rest / slope))] if rest.is_Rational else []
    elif _is_quick(zero, symbol):
        signs = [sp.sign(zero.xreplace({symbol: sp.Integer(k)})) for k in range(most + 1)]
        found = (k for k in range(1, most + 1) if signs[k] != signs[k - 1])
        changes = list(islice(found, _CHANGES))
    near = dict.fromkeys(k + step for k in changes for step in (0, -1, 1))
    return [k for k in near if abs(k) <= most]


def _is_quick(zero: sp.Expr, symbol: sp.Symbol) -> bool:
    """Whether an expression has values that are not too long, at all integers that are tried."""
    powers = all(power.exp.is_number for power in zero.atoms(sp.Pow))
    functions = all(isinstance(part, _STEPWISE) for part in zero.atoms(sp.Function))
    return zero.free_symbols == {symbol} and powers and functions
