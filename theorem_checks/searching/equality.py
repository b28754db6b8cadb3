"""Equality of two maps of arrays, decided as equality of polynomials or searched for failure."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.searching.differences import Difference, agree, as_array
from theorem_checks.searching.polynomials import (
    Polynomial,
    divisors_noted,
    nonzero_point,
    polynomial_arrays,
)
from theorem_checks.searching.search import search
from theorem_checks.searching.strategies import arrays_of, frozen
from theorem_checks.verdicts import Counterexample, Engine, Evidence, Kind, Route

__all__ = ["equal_maps"]

Map = Callable[..., Any]
Shapes = dict[str, tuple[int, ...]]
Inputs = dict[str, np.ndarray]

POINTS = 3  # rational inputs of each size tried beside the comparison of polynomials


def equal_maps(
    f: Map,
    g: Map,
    *,
    sizes: Iterable[Mapping[str, tuple[int, ...]] | tuple[int, ...]],
    by: Literal["polynomials", "search"] = "polynomials",
    examples: int = 200,
) -> Evidence:
    """Decide whether two maps of arrays are equal, at each of the listed sizes.

    **Arguments**

    - `f`, `g`: called with the same arrays by name, `f(x=..., V=...)`; where a size is a bare
      shape, with one array as the only, positional argument. They return a number, an array or a
      nested sequence.
    - `sizes`: for each size the shape of every input, such as `{"x": (T, d), "V": (d, d)}`, or
      the shape of the only input.
    - `by`: 'polynomials' feeds both maps with arrays of independent variables and compares the
      canonical forms of the outputs, entry by entry. That is equality for all real inputs of
      these sizes, if the maps compute with +, -, * and do not branch; a few rational inputs are
      tried as well, as a second witness. Where a polynomial is divided by a factor of it, the
      scope says that the factor is not 0. 'search' tries rational inputs only; it is for maps
      that compare or divide otherwise (ReLU, maximum, normalisation).
    - `examples`: how many inputs a search tries, over all sizes.

    **Returns** Evidence: HOLDS at the listed sizes, of kind `exact` by polynomials and of kind
    `search` else; or REFUTED with an input, the entry of the output that differs and the values
    there (`claimed` by `f`, `found` by `g`). Polynomials refute at the first size at which the
    maps differ, with a small integer input; a search shrinks size and input.

    **Raises** `ArgumentError` if a map cannot be computed on polynomials.
    """
    given = list(sizes)
    if by not in ("polynomials", "search"):
        raise ArgumentError("by", by, "'polynomials' or 'search'")
    if not given:
        return Evidence.vacuous("There is no size to compare at.")
    if all(isinstance(size, tuple) for size in given):
        f, g = _of_keyword(f), _of_keyword(g)
    listed = [_as_shapes(size, f"sizes[{i}]") for i, size in enumerate(given)]
    scope = "at " + "; ".join(map(_described, listed))
    if by == "search":
        same = _comparison(f, g)
        return search(_inputs_of(listed), same, examples=examples, scope=scope)
    with divisors_noted() as divisors:
        for shapes in listed:
            refuted = _refutation(f, g, shapes)
            if refuted is not None:
                return refuted
    scope = "; wherever ".join([scope, *(f"{divisor} is not 0" for divisor in divisors)])
    routes = (
        Route.deciding("equality of canonical forms of polynomials", Engine.FLINT),
        Route.testing(f"agreement in Fractions on {POINTS} inputs of each size", Engine.FRACTIONS),
    )
    return Evidence.holds(scope, kind=Kind.EXACT, routes=routes)


def _refutation(f: Map, g: Map, shapes: Shapes) -> Evidence | None:
    """The refutation at one size, by a value of the polynomials or of the maps themselves."""
    same = _comparison(f, g)
    point = _point_of_difference(f, g, shapes)
    for inputs in _rational_points(shapes) if point is None else [point]:
        try:
            outcome = same(**inputs)
        except ZeroDivisionError as error:
            if point is None:
                continue
            expected, hint = "maps that are defined where they differ", "Use by='search'."
            raise ArgumentError("by", "polynomials", expected, hint) from error
        if isinstance(outcome, Difference):
            found = Counterexample(
                inputs, str(outcome.claimed), str(outcome.found), outcome.explanation
            )
            route = Route.testing("evaluation in Fractions", Engine.FRACTIONS)
            return Evidence.refuted(
                found, scope=_described(shapes), kind=Kind.EXACT, routes=(route,)
            )
    if point is not None:
        raise TheoremChecksError(
            f"The maps differ as polynomials, but agree in Fractions on {point}: one of them does"
            " not compute the same on both."
        )
    return None


def _point_of_difference(f: Map, g: Map, shapes: Shapes) -> Inputs | None:
    """Integer inputs where the outputs differ as polynomials do, or None if these are equal."""
    symbols = polynomial_arrays(shapes)
    try:
        left, right = as_array(f(**symbols)), as_array(g(**symbols))
        same_shape = left.shape == right.shape
        gaps = [left[i] - right[i] for i in np.ndindex(left.shape)] if same_shape else [1]
    except TheoremChecksError:
        raise
    except TypeError as error:
        raise ArgumentError(
            "by", "polynomials", "maps that compute with +, - and *", f"{error} Use by='search'."
        ) from error
    for gap in gaps:
        if not (gap.is_zero if isinstance(gap, Polynomial) else gap == 0):
            point = nonzero_point(gap) if isinstance(gap, Polynomial) else {}
            return {name: _values_at(point, array) for name, array in symbols.items()}
    return None


def _values_at(point: Mapping[str, Fraction], symbols: np.ndarray) -> np.ndarray:
    values = np.empty(symbols.shape, dtype=object)
    for index in np.ndindex(symbols.shape):
        values[index] = point.get(str(symbols[index]), Fraction(0))
    return frozen(values)


def _rational_points(shapes: Shapes) -> list[Inputs]:
    """A few inputs of small rationals, the same in each run."""
    generator = np.random.default_rng(0)

    def entries(shape: tuple[int, ...]) -> np.ndarray:
        tops, bottoms = generator.integers(-9, 10, shape), generator.integers(1, 4, shape)
        return frozen(np.array(_fractions(tops, bottoms), dtype=object))

    return [{name: entries(shape) for name, shape in shapes.items()} for _ in range(POINTS)]


_fractions = np.frompyfunc(lambda top, bottom: Fraction(int(top), int(bottom)), 2, 1)


def _inputs_of(listed: list[Shapes]) -> SearchStrategy[Inputs]:
    """Inputs of any of the sizes; the one with the fewest numbers comes first in shrinking."""
    ordered = sorted(listed, key=lambda shapes: sum(map(_count, shapes.values())))
    return st.sampled_from(ordered).flatmap(
        lambda shapes: st.fixed_dictionaries({n: arrays_of(*s) for n, s in shapes.items()})
    )


def _comparison(f: Map, g: Map) -> Callable[..., bool | Difference]:
    return lambda **inputs: agree(f(**inputs), g(**inputs))


def _of_keyword(f: Map) -> Map:
    def by_keyword(x: np.ndarray) -> Any:
        return f(x)

    return by_keyword


def _count(shape: tuple[int, ...]) -> int:
    return int(np.prod(shape, dtype=int))


def _as_shapes(size: object, name: str) -> Shapes:
    shapes = {"x": size} if isinstance(size, tuple) else size
    if isinstance(shapes, Mapping) and all(
        isinstance(shape, tuple) and all(isinstance(n, int) and n >= 0 for n in shape)
        for shape in shapes.values()
    ):
        return dict(shapes)
    raise ArgumentError(name, size, "a shape such as (3, 2), or a shape for each input by name")


def _described(shapes: Shapes) -> str:
    return ", ".join(f"{name}: {shape}" for name, shape in shapes.items())
