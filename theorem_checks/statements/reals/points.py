"""Rational points: simple ones, those in place of complicated ones, and some of every sort."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

__all__ = ["Ends", "is_in", "points_of_every_sort", "simplest_between", "simplified"]

Ends = tuple[Fraction | None, Fraction | None]
"""An interval, with None for an end at infinity."""

_SMALL = tuple(map(Fraction, (0, 1, -1, "1/2", 2, "-1/2", -2, "1/3", 3, "-7/5", "5/4", -3, 7, -10)))
_FAR = tuple(map(Fraction, (1000, -1000, "12345678/7", "-12345678/7", 100, "-100/3")))
_INSIDE = tuple(map(Fraction, (0, 1, "1/2", "1/3", "5/7", "1/1000", "999/1000", "2/13")))


def points_of_every_sort(
    sides: Mapping[str, Ends], landmarks: Sequence[Fraction] = (), most: int = 20
) -> list[dict[str, Fraction]]:
    """Points of a box at which to try what was said of all of it, the same in each run.

    Small integers, points with all coordinates equal, fractions, the ends of the sides, far ones,
    and of the `landmarks` (of a single variable) some, and what lies next to them.
    """
    known = {ends: _values_of_every_sort(ends, landmarks) for ends in set(sides.values())}
    values = [known[ends] for ends in sides.values()]
    counts = [len(v) for v in values]
    points = dict.fromkeys(tuple(k % n for n in counts) for k in range(max(counts, default=0)))
    if len(values) > 1:  # besides the points on the diagonal, some that mix the coordinates
        points = dict.fromkeys([*points][: most // 2])
        for k in range(most):
            points[tuple((k * (2 * j + 1) + 3 * j) % n for j, n in enumerate(counts))] = None
    chosen = [*points][:most]
    return [{x: v[k] for x, v, k in zip(sides, values, p, strict=True)} for p in chosen]


def _values_of_every_sort(ends: Ends, landmarks: Sequence[Fraction]) -> list[Fraction]:
    low, high = ends
    chosen = landmarks[:: max(1, -(-len(landmarks) // 4))]
    near = [x + step for x in chosen for step in (0, Fraction(1, 97))]
    if low is not None and high is not None:
        inside = [low + place * (high - low) for place in _INSIDE]
    elif low is not None:
        inside = [low, *(low + x for x in _FAR if x > 0)]
    else:
        inside = [] if high is None else [high, *(high + x for x in _FAR if x < 0)]
    sorts = (_SMALL[:5], inside[:5], near, _FAR[:4], inside[5:], _SMALL[5:], _FAR[4:])
    found = dict.fromkeys(x for sort in sorts for x in sort if is_in(x, ends))
    return list(found)


def is_in(x: Fraction, ends: Ends) -> bool:
    """Whether a number lies between ends."""
    low, high = ends
    return (low is None or low <= x) and (high is None or x <= high)


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The rational of smallest denominator in [low, high], and of these the one nearest to 0."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest_between(-high, -low)
    whole = math.ceil(low)
    if whole <= high:
        return Fraction(whole)
    floor = whole - 1  # both ends lie strictly between floor and floor + 1
    return floor + 1 / simplest_between(1 / (high - floor), 1 / (low - floor))


def simplified(
    point: Mapping[str, Fraction], accepts: Callable[[Mapping[str, Fraction]], bool]
) -> dict[str, Fraction]:
    """A point with simpler coordinates that `accepts` accepts; the given one if there is none.

    Tries one coordinate after the other, from the simplest value that may stand in its place.
    """
    simple = dict(point)
    for name, value in point.items():
        for candidate in _simpler(value):
            tried = {**simple, name: candidate}
            if accepts(tried):
                simple = tried
                break
    return simple


def _simpler(value: Fraction) -> Iterator[Fraction]:
    """Rationals simpler than `value`, the simplest first."""
    if value == 0:
        return
    sign = 1 if value > 0 else -1
    yield from (Fraction(0), Fraction(sign), Fraction(-sign))
    previous = None
    for denominator in (1, 2, 3, 4, 6, 10, 100, 1000, 10**6):
        for candidate in (
            Fraction(math.floor(value * denominator), denominator),
            Fraction(math.ceil(value * denominator), denominator),
        ):
            if candidate == value:
                return
            if candidate != previous:
                yield candidate
            previous = candidate
