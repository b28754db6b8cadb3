"""Equality of two maps of arrays, decided as equality of polynomials or searched for failure."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.searching.polynomials import (
    Polynomial,
    divisors_noted,
    nonzero_point,
    polynomial_arrays,
)
from theorem_checks.searching.search import search
from theorem_checks.searching.strategies import arrays_of, frozen
from theorem_checks.statements.formulas import condition, nonzero
from theorem_checks.statements.reals.differences import Difference, agree, as_array
from theorem_checks.statements.reals.exactness import exact_rational
from theorem_checks.statements.reals.points import points_of_every_sort
from theorem_checks.statements.tracing import traced
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind
from theorem_checks.verdicts.routes import Engine, Route
from theorem_checks.verdicts.seals import Condition

__all__ = ["equal_maps"]

Map = Callable[..., Any]
Shapes = dict[str, tuple[int, ...]]
Inputs = dict[str, np.ndarray]

POINTS = 20  # rational inputs tried beside the comparison of polynomials; 3 of many numbers


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
      these sizes, for maps that compute with +, -, *; one that asks a variable anything is
      refused. Rational inputs are tried as well. Where a polynomial is divided by a factor of it,
      that the factor is not 0 is among the conditions of the evidence. 'search' tries rational
      inputs only; it is for maps that compare or divide otherwise (ReLU, maximum, normalisation).
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
    compared = tried = 0
    conditions: dict[Condition, None] = {}
    for shapes in listed:
        forms = _Forms(f, g, shapes)
        if (refuted := forms.refutation(_points_for(shapes, len(listed)))) is not None:
            return refuted
        compared, tried = compared + forms.entries, tried + forms.tried
        conditions |= dict.fromkeys(map(_is_not_zero, forms.divisors))
    if compared == 0:
        reason = "The outputs have no entry that could differ."
        return Evidence.vacuous(reason, scope=scope, kind=Kind.EXACT)
    tested = f"agreement in Fractions on {tried} inputs"
    routes = (
        Route.deciding("equality of canonical forms of polynomials", Engine.FLINT),
        *([Route.testing(tested, Engine.FRACTIONS)] if tried else []),
    )
    return Evidence.holds(scope, kind=Kind.EXACT, routes=routes, conditions=tuple(conditions))


def _is_not_zero(divisor: Polynomial) -> Condition:
    return condition(nonzero(divisor.expression()), f"{divisor!r} is not 0")


class _Forms:
    """Two maps at one size, and the differences of their outputs as polynomials."""

    def __init__(self, f: Map, g: Map, shapes: Shapes) -> None:
        self.shapes, self.same = shapes, _comparison(f, g)
        self.symbols = polynomial_arrays(shapes)
        with divisors_noted() as self.divisors:
            left, right = (self._outputs(h) for h in (f, g))
        same_shape = left.shape == right.shape
        self.gaps = [_gap(left[i], right[i]) for i in np.ndindex(left.shape)] if same_shape else [1]
        self.entries = len(self.gaps)
        self.tried = 0

    def _outputs(self, h: Map) -> np.ndarray:
        try:
            return as_array(traced(h, **self.symbols))
        except (TypeError, ValueError, ZeroDivisionError) as error:
            no_operation = isinstance(error.__cause__, TypeError)  # as `traced` tells it
            if isinstance(error, TheoremChecksError) and not no_operation:
                raise
            expected = "maps that compute with +, - and *"
            hint = f"{error.__cause__ if no_operation else error} Use by='search'."
            raise ArgumentError("by", "polynomials", expected, hint) from error

    def refutation(self, points: int) -> Evidence | None:
        """The refutation at this size, by a value of the polynomials or of the maps themselves."""
        point = self._point_of_difference()
        for inputs in _rational_points(self.shapes, points) if point is None else [point]:
            try:
                outcome = self.same(**inputs)
            except ZeroDivisionError as error:
                if point is None and self._divides_by_zero_at(inputs):
                    continue
                expected, hint = "maps that are defined as polynomials are", "Use by='search'."
                raise ArgumentError("by", "polynomials", expected, hint) from error
            self.tried += 1
            if isinstance(outcome, Difference):
                found = Counterexample(
                    inputs, str(outcome.claimed), str(outcome.found), outcome.explanation
                )
                route = Route.testing("evaluation in Fractions", Engine.FRACTIONS)
                return Evidence.refuted(
                    found, scope=_described(self.shapes), kind=Kind.EXACT, routes=(route,)
                )
        if point is not None:
            raise TheoremChecksError(
                f"The maps differ as polynomials, but agree in Fractions on {point}: one of them"
                " does not compute the same on both."
            )
        return None

    def _point_of_difference(self) -> Inputs | None:
        """Integer inputs where the outputs differ as polynomials do, or None if these are equal."""
        for gap in self.gaps:
            if not (gap.vanishes if isinstance(gap, Polynomial) else gap == 0):
                point = nonzero_point(gap) if isinstance(gap, Polynomial) else {}
                return {name: _values_at(point, array) for name, array in self.symbols.items()}
        return None

    def _divides_by_zero_at(self, inputs: Inputs) -> bool:
        point: dict[str, Fraction] = {}
        for name, symbols in self.symbols.items():
            names = map(repr, symbols.flat)
            point |= dict(zip(names, inputs[name].flat, strict=True))
        return any(divisor.at(point) == 0 for divisor in self.divisors)


def _gap(left: Any, right: Any) -> Any:
    """The difference of two entries; numbers have to be exact."""
    one, other = (
        e if isinstance(e, Polynomial) else exact_rational(e, "f(x)") for e in (left, right)
    )
    return one - other


def _values_at(point: Mapping[str, Fraction], symbols: np.ndarray) -> np.ndarray:
    values = np.empty(symbols.shape, dtype=object)
    for index in np.ndindex(symbols.shape):
        values[index] = point.get(repr(symbols[index]), Fraction(0))
    return frozen(values)


def _points_for(shapes: Shapes, sizes: int) -> int:
    """How many inputs are tried at one of so many sizes: 3 at least, and more of few numbers."""
    return max(3, min(POINTS // sizes, 3 * POINTS // max(1, sum(map(_count, shapes.values())))))


def _rational_points(shapes: Shapes, points: int) -> list[Inputs]:
    """Inputs of rationals, small and far ones and equal ones among them, the same in each run."""
    names = {n: [f"{n}{list(i)}" for i in np.ndindex(shape)] for n, shape in shapes.items()}
    sides = dict.fromkeys((name for listed in names.values() for name in listed), (None, None))
    generator = np.random.default_rng(0)

    def drawn(shape: tuple[int, ...]) -> np.ndarray:
        tops, bottoms = generator.integers(-9, 10, shape), generator.integers(1, 4, shape)
        return frozen(np.array(_fractions(tops, bottoms), dtype=object))

    def chosen(point: Mapping[str, Fraction], name: str) -> np.ndarray:
        values = np.empty(shapes[name], dtype=object)
        for index, entry in zip(np.ndindex(values.shape), names[name], strict=True):
            values[index] = point[entry]
        return frozen(values)

    found = [{name: drawn(shape) for name, shape in shapes.items()} for _ in range(-(-points // 2))]
    rest = points_of_every_sort(sides)[::-2][: points - len(found)]  # equal ones stand first
    return [*found, *({name: chosen(point, name) for name in shapes} for point in rest)]


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
        isinstance(name, str)
        and name.isidentifier()
        and isinstance(shape, tuple)
        and all(isinstance(n, int) and n >= 0 for n in shape)
        for name, shape in shapes.items()
    ):
        return dict(shapes)
    raise ArgumentError(name, size, "a shape such as (3, 2), or a shape for each input by name")


def _described(shapes: Shapes) -> str:
    return ", ".join(f"{name}: {shape}" for name, shape in shapes.items())
