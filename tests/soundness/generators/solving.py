"""Slips in claims for solvers, and in piecewise-linear functions."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.cases import Slip, Truth
from tests.soundness.generators.planting import Planted, plants
from tests.soundness.statements import Drawn
from theorem_checks import (
    agree,
    clamp,
    maximum,
    minimum,
    prove_for_all,
    prove_for_all_inputs,
    prove_piecewise_at_most,
    prove_piecewise_equal,
    reals,
    relu,
    where,
)

x, y = reals("x y")
numbers = st.integers(-5, 5)
nonzero = numbers.filter(bool)
positive = st.integers(1, 6)


@plants("prove_for_all", Slip.CONSTANT)
def a_bound_above_the_least_value(draw: DrawFn) -> Planted:
    at = draw(numbers), draw(numbers)
    forms = draw(st.lists(st.tuples(nonzero, numbers), min_size=1, max_size=2))
    least, off = draw(numbers), Fraction(draw(positive), 6)

    def value(p: Any, q: Any) -> Any:
        squares = [(a * p + b * q - (a * at[0] + b * at[1])) for a, b in forms]
        return sum((v * v for v in squares), least)

    said = f"the sum of squares of {forms} about {at}, + {least},"
    return Planted(
        Drawn(f"{said} >= {least}", lambda: prove_for_all(value(x, y) >= least)),
        Drawn(
            f"{said} >= {least + off}",
            lambda: prove_for_all(value(x, y) >= least + off),
            Truth.FALSE,
            [{"x": at[0], "y": at[1]}],
            lambda v: value(v.get("x", 0), v.get("y", 0)) >= least + off,
        ),
    )


@plants("prove_for_all", Slip.CONTRADICTION)
def assumptions_that_no_point_meets(draw: DrawFn) -> Planted:
    a, b, gap = draw(numbers), draw(nonzero), draw(st.integers(0, 4))
    kinds = {
        f"{a} + {gap} < x < {a}": [x > a + gap, x < a],
        f"x^2 < -{gap}": [x * x < -gap],
        f"x > y + {gap}, y > x": [x > y + gap, y > x],
        f"{b} x - y > {gap}, y > {b} x": [b * x - y > gap, y - b * x > 0],
        f"relu(x) < -{gap}": [relu(x) < -gap],
        f"|x - {a}| + |y| < -{gap}": [abs(x - a) + abs(y) < -gap],
        f"1/x > {gap}, x < 0": [1 / x > gap, x < 0],
    }
    words = draw(st.sampled_from(sorted(kinds)))
    said, claim = draw(
        st.sampled_from(
            ((f"x > {a}", x > a), (f"xy = {b}", x * y == b), ("x != x", x != x), ("y >= x", y >= x))
        )
    )
    met = [x > a, x < a + gap + 1]
    return Planted(
        Drawn(f"{a} < x < {a + gap + 1}", lambda: prove_for_all(x > a, assume=met)),
        Drawn(
            f"{said} from {words}",
            lambda: prove_for_all(claim, assume=kinds[words]),
            Truth.EMPTY,
        ),
    )


@plants("prove_for_all", Slip.POLE)
def a_division_by_zero(draw: DrawFn) -> Planted:
    a, c, scale = draw(nonzero), draw(numbers), draw(nonzero)
    root = Fraction(c, a)
    kind = draw(st.integers(0, 3))

    def claim(v: Any) -> Any:
        bottom = a * v - c
        if kind == 0:
            return scale * bottom / bottom == scale
        if kind == 1:
            return (bottom * bottom) / bottom == bottom
        if kind == 2:
            return 1 / (bottom * bottom) > 0
        return where(bottom == 0, scale, scale * bottom / bottom) == scale

    def holds_at(at: Any) -> bool:
        return at.get("x", 0) != root

    said = f"claim {kind} about division by {a} x - {c}"
    return Planted(
        Drawn(f"{said}, not 0", lambda: prove_for_all(claim(x), assume=a * x != c)),
        Drawn(said, lambda: prove_for_all(claim(x)), Truth.FALSE, [{"x": root}], holds_at),
    )


@st.composite
def bends(draw: DrawFn) -> list[tuple[int, Fraction]]:
    """Weights and places of the kinks of a function."""
    places = draw(st.lists(st.integers(-9, 9), min_size=1, max_size=4, unique=True))
    return [(draw(nonzero), Fraction(place, draw(positive))) for place in places]


def bent(kinks: list[tuple[int, Fraction]]) -> Callable[[Any], Any]:
    return lambda v: sum((w * relu(v - place) for w, place in kinks), 0 * v)


def bent_otherwise(kinks: list[tuple[int, Fraction]], way: int) -> Callable[[Any], Any]:
    """The same function by other operations."""

    def one(w: int, place: Fraction, v: Any) -> Any:
        t = v - place
        half = Fraction(1, 2)
        return (
            w
            * (
                half * (t + abs(t)),
                maximum(t, 0),
                t - minimum(t, 0),
                t + relu(-t),
            )[way]
        )

    return lambda v: sum((one(w, place, v) for w, place in reversed(kinks)), 0 * v)


def moved(draw: DrawFn, kinks: list[tuple[int, Fraction]]) -> list[tuple[int, Fraction]]:
    place = draw(st.integers(0, len(kinks) - 1))
    by = Fraction(draw(nonzero), draw(st.sampled_from((1, 7, 100))))
    wrong = [(w, p + by * (k == place)) for k, (w, p) in enumerate(kinks)]
    assume(sorted(wrong) != sorted(kinks))
    return wrong


def told(kinks: list[tuple[int, Fraction]]) -> str:
    return " + ".join(f"{w} relu(x - {place})" for w, place in kinks)


def first_difference(f: Callable[[Any], Any], g: Callable[[Any], Any]) -> Fraction:
    """A point at which they differ; there is none if there is none on the grid."""
    grid = (Fraction(p, 4) for p in range(-80, 81))
    found = next((at for at in grid if f(at) != g(at)), None)
    assume(found is not None)
    assert found is not None
    return found


@plants("prove_for_all", Slip.KINK)
def a_kink_moved(draw: DrawFn) -> Planted:
    kinks, way = draw(bends()), draw(st.integers(0, 3))
    f, same, wrong = (
        bent(kinks),
        bent_otherwise(kinks, way),
        bent_otherwise(moved(draw, kinks), way),
    )
    at = first_difference(f, wrong)
    return Planted(
        Drawn(f"{told(kinks)}, way {way}", lambda: prove_for_all(f(x) == same(x))),
        Drawn(
            f"{told(kinks)}, way {way}, but a kink moved",
            lambda: prove_for_all(f(x) == wrong(x)),
            Truth.FALSE,
            [{"x": at}],
            lambda v: f(v["x"]) == wrong(v["x"]),
        ),
    )


@plants("prove_piecewise_equal", Slip.KINK)
def a_kink_moved_on_a_line(draw: DrawFn) -> Planted:
    kinks, way = draw(bends()), draw(st.integers(0, 3))
    f, same, wrong = (
        bent(kinks),
        bent_otherwise(kinks, way),
        bent_otherwise(moved(draw, kinks), way),
    )
    at = first_difference(f, wrong)
    return Planted(
        Drawn(f"{told(kinks)}, way {way}", lambda: prove_piecewise_equal(f, same)),
        Drawn(
            f"{told(kinks)}, way {way}, but a kink moved, {at}",
            lambda: prove_piecewise_equal(f, wrong),
            Truth.FALSE,
            [{"x": at}],
            lambda v: f(v["x"]) == wrong(v["x"]),
        ),
    )


@plants("prove_piecewise_at_most", Slip.EDGE_SIZE)
def an_interval_too_long(draw: DrawFn) -> Planted:
    kinks, way = draw(bends()), draw(st.integers(0, 3))
    f, left = bent_otherwise(kinks, way), bent(kinks)
    end, beyond = draw(numbers), Fraction(draw(positive), draw(st.sampled_from((1, 10, 1000))))
    slope = draw(positive)

    def g(v: Any) -> Any:  # equal up to `end`, below f from there on
        return left(v) - slope * relu(v - end)

    def asked(to: Any) -> Any:
        return prove_piecewise_at_most(f, g, on=(-20, to))

    said = f"{told(kinks)} <= the same - {slope} relu(x - {end}) up to"
    return Planted(
        Drawn(f"{said} {end}", lambda: asked(end)),
        Drawn(
            f"{said} {end + beyond}",
            lambda: asked(end + beyond),
            Truth.FALSE,
            [{"x": end + beyond}],
            lambda v: f(v["x"]) <= g(v["x"]) if -20 <= v["x"] <= end + beyond else None,
        ),
    )


def _swallowed(v: Any) -> Any:
    try:
        return bool(v == 0)
    except Exception:
        return False


ASKED: dict[str, Callable[[Any], Any]] = {
    "x == 0": lambda v: bool(v == 0),
    "x > 0": lambda v: bool(v > 0),
    "x != 1": lambda v: bool(v != 1),
    "bool(x)": bool,
    "x in (0, 1)": lambda v: v in (0, 1),
    "{0: 1}.get(x)": lambda v: bool({0: 1}.get(v, 0)),
    "x in {0, 1}": lambda v: v in {0, 1},
    "hash(x) % 2": lambda v: hash(v) % 2 == 0,
    "str(x) == '0'": lambda v: str(v) == "0",
    "f'{x}' == '0'": lambda v: f"{v}" == "0",
    "x == 0, and what it raises is caught": _swallowed,
    "int(x) > 0": lambda v: int(v) > 0,
    "float(x) > 0": lambda v: float(v) > 0,
}


@plants("prove_piecewise_equal", Slip.BRANCH)
def a_function_that_branches(draw: DrawFn) -> Planted:
    kinks, way, off = draw(bends()), draw(st.integers(0, 3)), draw(nonzero)
    question = draw(st.sampled_from(sorted(ASKED)))
    f, same = bent(kinks), bent_otherwise(kinks, way)

    def branching(v: Any) -> Any:
        return same(v) + off if ASKED[question](v) else same(v)

    return Planted(
        Drawn(f"{told(kinks)}, way {way}", lambda: prove_piecewise_equal(f, same)),
        Drawn(
            f"{told(kinks)}, + {off} where {question}",
            lambda: prove_piecewise_equal(f, branching),
            Truth.NO_STATEMENT,
        ),
    )


@plants("prove_for_all_inputs", Slip.BRANCH)
def a_network_that_branches(draw: DrawFn) -> Planted:
    kinks, way, off = draw(bends()), draw(st.integers(0, 3)), draw(nonzero)
    question, size = draw(st.sampled_from(sorted(ASKED))), draw(st.integers(1, 2))
    f, same = bent(kinks), bent_otherwise(kinks, way)

    def holds(xs: Any) -> Any:
        return agree(f(xs[0]), same(xs[0]))

    def branching(xs: Any) -> Any:
        return agree(f(xs[0]), same(xs[0]) + off if ASKED[question](xs[0]) else same(xs[0]))

    shape = {"xs": (size,)}
    return Planted(
        Drawn(f"{told(kinks)}, way {way}, {shape}", lambda: prove_for_all_inputs(holds, shape)),
        Drawn(
            f"{told(kinks)}, + {off} where {question}, {shape}",
            lambda: prove_for_all_inputs(branching, shape),
            Truth.NO_STATEMENT,
        ),
    )


@plants("prove_for_all_inputs", Slip.NAME)
def two_entries_of_one_name(draw: DrawFn) -> Planted:
    row, column, scale = draw(st.integers(0, 2)), draw(st.integers(0, 1)), draw(nonzero)
    low, high = draw(st.sampled_from((("x", f"x_{row}"), ("x", f"x{row}"))))
    shapes = {low: (row + 1, column + 1), high: (column + 1,)}

    def holds(**arrays: Any) -> Any:
        return agree(scale * arrays[low][row, column], scale * arrays[low][row, column] * 1)

    def confused(**arrays: Any) -> Any:
        return agree(scale * arrays[low][row, column], scale * arrays[high][column])

    return Planted(
        Drawn(
            f"{scale} {low}[{row}, {column}], twice, beside {high}",
            lambda: prove_for_all_inputs(holds, shapes),
        ),
        Drawn(
            f"{scale} {low}[{row}, {column}] = {scale} {high}[{column}]",
            lambda: prove_for_all_inputs(confused, shapes),
            Truth.FALSE,
            [{}],
        ),
    )


@plants("prove_for_all_inputs", Slip.ORDER_OF_EVALUATION)
def a_clamp_before_the_sum(draw: DrawFn) -> Planted:
    a, b, top = draw(positive), draw(positive), draw(positive)
    shape = {"xs": (2,)}

    def late(xs: Any) -> Any:
        return clamp(a * xs[0] + b * xs[1], 0, top)

    def same(xs: Any) -> Any:
        return minimum(relu(b * xs[1] + a * xs[0]), top)

    def early(xs: Any) -> Any:
        return clamp(a * xs[0], 0, top) + clamp(b * xs[1], 0, top)

    said = f"clamp({a} x + {b} y, 0, {top})"
    return Planted(
        Drawn(said, lambda: prove_for_all_inputs(lambda xs: agree(late(xs), same(xs)), shape)),
        Drawn(
            f"{said}, term by term",
            lambda: prove_for_all_inputs(lambda xs: agree(late(xs), early(xs)), shape),
            Truth.FALSE,
            [{"xs": [top, top]}],
            lambda v: late(v["xs"]) == early(v["xs"]),
        ),
    )


GENERATORS = (
    a_bound_above_the_least_value,
    assumptions_that_no_point_meets,
    a_division_by_zero,
    a_kink_moved,
    a_kink_moved_on_a_line,
    an_interval_too_long,
    a_function_that_branches,
    a_network_that_branches,
    two_entries_of_one_name,
    a_clamp_before_the_sum,
)
