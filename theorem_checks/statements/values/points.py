"""Rational points that meet a statement's assumptions: small ones in order, and random ones.

A symbol's values respect its SymPy assumptions (integer, positive, even, ...); a point also meets
the stated inequalities. Which random values a symbol takes depends on where it stands: large
integers where the statement is a polynomial in it (so that the Schwartz-Zippel lemma has force),
small numbers under a root, small integers in an exponent or inside a function.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TypeAlias

import sympy as sp

from theorem_checks.statements.exact import unique_symbols
from theorem_checks.statements.values.assumptions import are_contradictory, bounds
from theorem_checks.statements.values.evaluation import holds_at
from theorem_checks.statements.values.radicals import NoExactValueError

__all__ = ["Domain", "Point"]

Point: TypeAlias = Mapping[sp.Symbol, Fraction]

LARGE = 2**40
"""How many values a symbol's random value is drawn from, where it may be large."""

_SMALL = [
    *(Fraction(k) for k in (0, 1, -1, 2, -2, 3, -3)),
    *(Fraction(k, 2) for k in (1, -1, 3, -3)),
    *(Fraction(k) for k in (4, -4, 5, 6, 7, 8, 9, 10, 11, 12)),
    *(Fraction(1, k) for k in (3, -3, 4, 5, 7, 10, 100, 1000)),
    *(Fraction(k - 1, k) for k in (3, 4, 5, 10, 100)),
]
_MOST_SMALL_POINTS = 400
_TRIES = 40  # to meet the assumptions, for each random point

_FACTS: dict[str, Callable[[Fraction], bool]] = {
    **dict.fromkeys(("commutative", "finite", "complex", "algebraic", "hermitian"), lambda _: True),
    **dict.fromkeys(("rational", "real", "extended_real"), lambda _: True),
    **dict.fromkeys(("irrational", "transcendental", "imaginary", "infinite"), lambda _: False),
    **dict.fromkeys(("positive", "extended_positive"), lambda v: v > 0),
    **dict.fromkeys(("negative", "extended_negative"), lambda v: v < 0),
    **dict.fromkeys(("nonnegative", "extended_nonnegative"), lambda v: v >= 0),
    **dict.fromkeys(("nonpositive", "extended_nonpositive"), lambda v: v <= 0),
    **dict.fromkeys(("nonzero", "extended_nonzero"), lambda v: v != 0),
    **dict.fromkeys(("zero", "antihermitian"), lambda v: v == 0),
    "integer": lambda v: v.denominator == 1,
    "noninteger": lambda v: v.denominator != 1,
    "even": lambda v: v.denominator == 1 and v % 2 == 0,
    "odd": lambda v: v.denominator == 1 and v % 2 == 1,
    "prime": lambda v: v.denominator == 1 and bool(sp.isprime(int(v))),
    "composite": lambda v: v.denominator == 1 and v > 3 and not sp.isprime(int(v)),
}
"""What SymPy may assume of a symbol, as it is of a rational number; what is not here, none has."""


class Domain:
    """The rational points at which the symbols' assumptions and the conditions hold.

    **Arguments**: the `expressions` in play; `conditions`, equations and inequalities between
    expressions of their symbols.
    """

    def __init__(self, expressions: Sequence[sp.Basic], conditions: Sequence[sp.Basic]) -> None:
        self.symbols = unique_symbols([*expressions, *conditions], "the symbols")
        self._conditions = conditions
        self._discrete, self._under_roots = _places(expressions)
        self._bounds = {s: bounds(s, conditions) for s in self.symbols}
        self._small = {s: _small_of(frozenset(s.assumptions0.items())) for s in self.symbols}

    @property
    def is_large(self) -> bool:
        """Whether random points are uniform on a product of sets of `LARGE` integers each."""
        return not (self._discrete | self._under_roots or self._conditions) and all(
            not s.is_prime for s in self.symbols
        )

    @property
    def is_empty(self) -> bool:
        """Whether the assumptions are known to contradict each other."""
        return are_contradictory(self.symbols, self._conditions)

    def admits(self, point: Point) -> bool:
        """Whether a point, whose coordinates fit their symbols, meets the conditions."""
        try:
            return all(holds_at(condition, point) for condition in self._conditions)
        except (ZeroDivisionError, NoExactValueError):
            return False

    def small_points(self) -> Iterator[Point]:
        """The smallest admissible points first: all coordinates among the r first values."""
        tried = 0
        for rank in range(len(_SMALL)):
            ladders = [self._small[s][: rank + 1] for s in self.symbols]
            for values in product(*ladders):
                if rank and not self._is_new(values, rank):
                    continue
                point = dict(zip(self.symbols, values, strict=True))
                tried += 1
                if self.admits(point):
                    yield point
                if tried >= _MOST_SMALL_POINTS:
                    return

    def random_points(self, count: int, source: random.Random) -> Iterator[Point]:
        """At most `count` admissible random points."""
        for _ in range(count):
            for attempt in range(_TRIES):
                point = {s: self._draw(s, source, small=attempt > 0) for s in self.symbols}
                if all(map(self._fits, point, point.values())) and self.admits(point):
                    yield point
                    break

    def simpler(self, point: Point) -> Iterator[Point]:
        """Admissible points that differ in one coordinate, which is a smaller value."""
        for symbol in self.symbols:
            ladder = self._small[symbol]
            end = ladder.index(point[symbol]) if point[symbol] in ladder else len(ladder)
            for value in ladder[:end]:
                simpler = {**point, symbol: value}
                if self.admits(simpler):
                    yield simpler

    def _is_new(self, values: tuple[Fraction, ...], rank: int) -> bool:
        newest = (self._small[s][rank : rank + 1] for s in self.symbols)
        return any(v in new for v, new in zip(values, newest, strict=True))

    def _fits(self, symbol: sp.Symbol, value: Fraction) -> bool:
        return _meets(symbol.assumptions0.items(), value)

    def _draw(self, symbol: sp.Symbol, source: random.Random, *, small: bool) -> Fraction:
        low, high = self._bounds[symbol]
        if low is not None and high is not None:
            value = low + (high - low) * Fraction(source.randint(0, 10**4), 10**4)
            return Fraction(round(value)) if symbol.is_integer else value
        if symbol in self._discrete or symbol.is_prime:
            return source.choice(self._small[symbol] or [Fraction(source.randint(0, 12))])
        if symbol in self._under_roots:
            value = Fraction(source.randint(1, 60), source.randint(1, 6))
        elif small:
            value = Fraction(source.randint(1, 1000), source.choice((1, 10, 10**3, 10**6, 10**9)))
        else:
            value = Fraction(source.randint(1, LARGE))
        return self._in_range(symbol, value, source)

    def _in_range(self, symbol: sp.Symbol, value: Fraction, source: random.Random) -> Fraction:
        low, high = self._bounds[symbol]
        if symbol.is_integer:
            value = Fraction(int(value) + 1)
        if symbol.is_even or symbol.is_odd:
            value = 2 * value + int(bool(symbol.is_odd))
        if low is not None:
            return low + value
        if high is not None:
            return high - value
        negative = symbol.is_nonpositive or not (symbol.is_nonnegative or source.getrandbits(1))
        return -value if negative else value


def _meets(known: Iterable[tuple[str, bool]], value: Fraction) -> bool:
    """Whether a number is what is assumed of a symbol."""
    return all(name in _FACTS and _FACTS[name](value) is truth for name, truth in known)


@cache
def _small_of(known: frozenset[tuple[str, bool]]) -> list[Fraction]:
    """The small numbers that are what is assumed of a symbol; nobody changes the list."""
    return [v for v in _SMALL if _meets(known, v)]


def _places(expressions: Iterable[sp.Basic]) -> tuple[set[sp.Basic], set[sp.Basic]]:
    """The symbols in exponents or functions, and those under roots."""
    discrete: set[sp.Basic] = set()
    under_roots: set[sp.Basic] = set()
    for expression in expressions:
        for part in sp.preorder_traversal(expression):
            if isinstance(part, sp.Pow):
                if not part.exp.is_integer:
                    under_roots |= part.base.free_symbols
                discrete |= part.exp.free_symbols
            elif isinstance(part, sp.exp | sp.Function):
                discrete |= part.free_symbols
            elif isinstance(part, sp.Sum | sp.Product):
                discrete |= set().union(
                    *(end.free_symbols for _, *ends in part.limits for end in ends)
                )
    return discrete, under_roots
