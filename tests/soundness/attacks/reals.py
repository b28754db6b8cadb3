"""Statements about real numbers, of subjects that look at them."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth
from theorem_checks import Evidence, ForReals, prove, prove_for_all, reals, relu
from theorem_checks.judging.judge import judged

__all__ = ["CASES"]

_case = partial(Case, "proof_of")
_prove = partial(Case, "prove")


def says_larger(f: Callable[..., Any], w: Any) -> Any:
    """For a > b the function is a."""
    a, b = w.reals("a b")
    w.assume(a > b)
    return ForReals(f(a, b) == a)


def says_quotient(f: Callable[..., Any], w: Any) -> Any:
    """A function is at most itself."""
    a = w.real("a")
    return ForReals(f(a) <= f(a))


def assumes_nothing(_f: Any, w: Any) -> Any:
    """What is assumed contradicts itself."""
    a = w.real("a")
    w.assume(a > 1)
    w.assume(a < 0)
    return ForReals(a == 2)


def assumes_by_the_world(f: Callable[..., Any], w: Any) -> Any:
    """Assume more of symbols than of numbers."""
    a, b = w.reals("a b")
    w.assume(a > b if w.is_symbolic else a >= b)
    return ForReals(f(a, b) == a)


def borrows(f: Callable[..., Any], w: Any) -> Any:
    """Take a variable from elsewhere."""
    a = w.real("a")
    return ForReals(f(a, a) == reals("b"))


def borrows_the_same_name(f: Callable[..., Any], w: Any) -> Any:
    """Take a variable of the same name from elsewhere."""
    return ForReals(f(w.real("a"), 0) == reals("a"))


def _judged(f: Any, says: Any = says_larger, by: Any = prove) -> Callable[[], Evidence]:
    return lambda: judged(says, by, f)


def _late(a: Any, _b: Any) -> Any:
    return a + (a == 50_000) * 10**9


def _plain(a: Any, _b: Any) -> Any:
    return a


def _swallows(a: Any, _b: Any) -> Any:
    try:
        return a if a < 50_000 else 0 * a
    except Exception:
        return a


t = reals("t")

CASES = (
    _case(Slip.BRANCH, "max(a, b) but for Fractions, by a table of types", Truth.FALSE,
          _judged(lambda a, b: {Fraction: _late}.get(type(a), _plain)(a, b))),
    _case(Slip.BRANCH, "max(a, b) but for Fractions, by a place in a list", Truth.FALSE,
          _judged(lambda a, b: [_plain, _late][type(a) is Fraction](a, b))),
    _case(Slip.BRANCH, "max(a, b) but for Fractions, by a branch", Truth.FALSE,
          _judged(lambda a, b: _late(a, b) if isinstance(a, Fraction) else a)),
    _case(Slip.BRANCH, "max(a, b) below 50000, where the question is swallowed", Truth.FALSE,
          _judged(_swallows)),
    _case(Slip.KINK, "max(a, b) as b + relu(a - b) + relu(a - 10^6)", Truth.FALSE,
          _judged(lambda a, b: b + relu(a - b) + relu(a - 10**6))),
    _case(Slip.KINK, "max(a, b), wrong by a bump of width 1/10^6", Truth.FALSE,
          _judged(lambda a, b: a + relu(Fraction(1, 10**6) - abs(a - b - Fraction(1, 3))))),
    _case(Slip.POLE, "f = f of 1/(a - 50000): no value there", Truth.FALSE,
          _judged(lambda a: 1 / (a - 50_000), says_quotient)),
    _case(Slip.CONTRADICTION, "a = 2 where a > 1 and a < 0", Truth.EMPTY,
          _judged(None, assumes_nothing)),
    _case(Slip.CONTRADICTION, "an assumption that only symbols are given", Truth.NO_STATEMENT,
          _judged(_plain, assumes_by_the_world), NOT_PROVED),
    _case(Slip.NAME, "a = b for a b from elsewhere", Truth.FALSE, _judged(_plain, borrows)),
    _case(Slip.NAME, "a = a for an a from elsewhere", Truth.NO_STATEMENT,
          _judged(_plain, borrows_the_same_name)),
    _case(Slip.NAME, "max(a, b) by a proof of less", Truth.NO_STATEMENT,
          _judged(_plain, by=lambda c: prove_for_all(c.formula | (t == t), assume=c.assumed)),
          NOT_PROVED),
    _case(Slip.NAME, "max(a, b) = a by a proof under more assumptions", Truth.FALSE,
          _judged(lambda a, b: relu(a), by=lambda c: prove_for_all(
              c.formula, assume=(*c.assumed, t > 0, reals("a") > 0)))),
    _prove(Slip.POLE, "t/t = 1 for all t", Truth.FALSE, lambda: prove(ForReals(t / t == 1))),
    _prove(Slip.CONTRADICTION, "t = 1 for t > 0 and t < 0", Truth.EMPTY,
           lambda: prove(ForReals(t == 1, (t > 0, t < 0)))),
    _prove(Slip.POLE, "t = 0 where 1/t = 1/t, which is no assumption at 0", Truth.FALSE,
           lambda: prove(ForReals(t == 0, (1 / t == 1 / t,)))),
)  # fmt: skip
