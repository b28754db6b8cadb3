"""Claims for solvers, and piecewise-linear functions, against values on a grid."""

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tests.soundness.differential.comparing import as_they_come, true_by_construction
from tests.soundness.generators.solving import (
    bends,
    bent,
    bent_otherwise,
    nonzero,
    numbers,
    positive,
    told,
    x,
    y,
)
from tests.soundness.statements import Drawn, Instance
from theorem_checks import (
    agree,
    iff,
    implies,
    largest_difference,
    maximum,
    minimum,
    prove_for_all,
    prove_for_all_inputs,
    prove_piecewise_at_most,
    prove_piecewise_equal,
    relu,
    where,
)
from theorem_checks.verdicts.evidence import Evidence

Tree = Any
WEIGHTS: tuple[int, ...] = (1, -1, 2)

leaves = st.one_of(st.sampled_from(("x", "y")), st.integers(-2, 2))
trees = st.recursive(
    leaves,
    lambda t: st.one_of(
        st.tuples(st.sampled_from(("+", "-", "max", "min")), t, t),
        st.tuples(st.sampled_from(("relu", "abs", "neg")), t),
        st.tuples(st.just("*"), st.integers(-2, 2), t),
    ),
    max_leaves=5,
)
comparisons = st.tuples(st.sampled_from(("<", "<=", "==", "!=")), trees, trees)
formulas = st.recursive(
    comparisons,
    lambda f: st.tuples(st.sampled_from(("and", "or", "implies", "iff")), f, f),
    max_leaves=3,
)
ON_NUMBERS: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "max": max,
    "min": min,
    "relu": lambda a: max(a, Fraction(0)),
    "abs": abs,
    "neg": operator.neg,
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "implies": lambda a, b: not a or b,
    "iff": lambda a, b: a == b,
}
ON_TERMS: dict[str, Callable[..., Any]] = {
    **ON_NUMBERS,
    "max": maximum,
    "min": minimum,
    "relu": relu,
    "and": operator.and_,
    "or": operator.or_,
    "implies": implies,
    "iff": iff,
}


def computed(tree: Tree, values: Instance, by: dict[str, Callable[..., Any]]) -> Any:
    """The value of a tree."""
    if isinstance(tree, str):
        return values[tree]
    if isinstance(tree, int):
        return values["one"] * tree
    sign, *parts = tree
    return by[sign](*(computed(part, values, by) for part in parts))


def as_formula(tree: Tree) -> Any:
    return computed(tree, {"x": x, "y": y, "one": x * 0 + 1}, ON_TERMS)


def truth_of(tree: Tree, at: Instance) -> bool:
    zero = Fraction(0)
    return computed(tree, {"x": zero, "y": zero, **at, "one": Fraction(1)}, ON_NUMBERS)


GRID = [Fraction(p, 2) for p in range(-6, 7)]
SQUARE = [{"x": p, "y": q} for p in GRID for q in GRID]


@as_they_come("prove_for_all")
def formulas_with_branches(draw: DrawFn) -> Drawn:
    claim, assumed = draw(formulas), draw(st.one_of(st.none(), comparisons))

    def holds_at(at: Instance) -> bool | None:
        return None if assumed and not truth_of(assumed, at) else truth_of(claim, at)

    return Drawn(
        f"{claim} from {assumed}",
        lambda: prove_for_all(as_formula(claim), assume=[as_formula(assumed)] if assumed else ()),
        None,
        SQUARE,
        holds_at,
    )


@as_they_come("prove_for_all")
def quotients_and_squares(draw: DrawFn) -> Drawn:
    a, b, c, e, f = (draw(st.integers(-2, 2)) for _ in range(5))
    divided, relation = draw(st.booleans()), draw(st.sampled_from(("<=", "!=", "==")))
    guarded = draw(st.booleans())

    def value(p: Any, q: Any) -> Any:
        top = a * p * p + b * p * q + c * q * q + e
        return top / (q - f) if divided else top + f * q

    def holds_at(at: Instance) -> bool | None:
        p, q = at.get("x", Fraction(0)), at.get("y", Fraction(0))
        if guarded and q == f:
            return None
        try:
            return ON_NUMBERS[relation](Fraction(0), value(p, q))
        except ZeroDivisionError:
            return False

    return Drawn(
        f"0 {relation} ({a} x^2 + {b} xy + {c} y^2 + {e}), {f}, divided {divided}, {guarded}",
        lambda: prove_for_all(
            ON_TERMS[relation](x * 0, value(x, y)), assume=[y != f] if guarded else (), seconds=2
        ),
        None,
        SQUARE,
        holds_at,
    )


@true_by_construction("prove_for_all")
def squares_expanded(draw: DrawFn) -> Drawn:
    forms = draw(st.lists(st.tuples(nonzero, numbers, numbers), min_size=1, max_size=3))
    least = draw(numbers)
    expanded = x * 0 + least
    for a, b, c in forms:
        expanded = expanded + a * a * x * x + b * b * y * y + c * c
        expanded = expanded + 2 * (a * b * x * y + a * c * x + b * c * y)
    return Drawn(
        f"squares of {forms}, + {least}, expanded", lambda: prove_for_all(expanded >= least)
    )


def network(weights: list[tuple[int, int, int]]) -> Callable[[Any, Any], Any]:
    return lambda p, q: sum((w * relu(a * p + b * q) for w, a, b in weights), 0 * p)


@as_they_come("prove_for_all_inputs")
def networks_of_few_units(draw: DrawFn) -> Drawn:
    small = st.tuples(st.sampled_from(WEIGHTS), st.integers(-1, 1), st.integers(-1, 1))
    left = draw(st.lists(small, min_size=1, max_size=3))
    right = draw(st.one_of(st.permutations(left), st.lists(small, min_size=1, max_size=3)))
    extra = [(1, 1, 0), (-1, -1, 0)] if draw(st.booleans()) else []  # relu(x) - relu(-x) = x
    at_most = draw(st.booleans())
    f, g = network([*left, *extra]), network(right)
    plus = 1 if extra else 0

    def holds(xs: Any) -> Any:
        one, two = f(xs[0], xs[1]), g(xs[0], xs[1]) + plus * xs[0]
        return one <= two if at_most else agree(one, two)

    def holds_at(at: Instance) -> bool:
        p, q = at["xs"]
        one, two = f(p, q), g(p, q) + plus * p
        return one <= two if at_most else one == two

    return Drawn(
        f"{[*left, *extra]} {'<=' if at_most else '='} {right} + {plus} x",
        lambda: prove_for_all_inputs(holds, {"xs": (2,)}),
        None,
        [{"xs": [p, q]} for p in GRID for q in GRID],
        holds_at,
    )


few_bends: SearchStrategy[list[tuple[int, Fraction]]] = st.lists(
    st.tuples(st.sampled_from(WEIGHTS), st.integers(-2, 2).map(Fraction)), min_size=1, max_size=3
)
LINE = [{"x": Fraction(p, 4)} for p in range(-40, 41)]


@as_they_come("prove_piecewise_equal")
def functions_with_few_kinks(draw: DrawFn) -> Drawn:
    left, way = draw(few_bends), draw(st.integers(0, 3))
    right = draw(st.one_of(st.permutations(left), few_bends))
    f, g = bent(left), bent_otherwise(list(right), way)
    low = draw(st.one_of(st.none(), st.integers(-3, 3)))
    on = None if low is None else (low, draw(st.sampled_from((low + 1, low + 3, None))))

    def holds_at(at: Instance) -> bool | None:
        point = at["x"]
        if on and (point < on[0] or (on[1] is not None and point > on[1])):
            return None
        return f(point) == g(point)

    return Drawn(
        f"{told(left)} = {told(list(right))}, way {way}, on {on}",
        lambda: prove_piecewise_equal(f, g, on=on),
        None,
        LINE,
        holds_at,
    )


@as_they_come("prove_piecewise_at_most")
def functions_of_trees(draw: DrawFn) -> Drawn:
    of_x = trees.map(_without_y)
    left, right = draw(of_x), draw(of_x)

    def at_number(tree: Tree) -> Callable[[Any], Any]:
        return lambda v: computed(tree, {"x": v, "one": v * 0 + 1}, ON_TERMS)

    def holds_at(at: Instance) -> bool:
        values = {**at, "one": Fraction(1)}
        return computed(left, values, ON_NUMBERS) <= computed(right, values, ON_NUMBERS)

    return Drawn(
        f"{left} <= {right}",
        lambda: prove_piecewise_at_most(at_number(left), at_number(right)),
        None,
        LINE,
        holds_at,
    )


def _without_y(tree: Tree) -> Tree:
    if isinstance(tree, tuple):
        return (tree[0], *(_without_y(part) for part in tree[1:]))
    return "x" if tree == "y" else tree


@true_by_construction("prove_piecewise_equal")
def kinks_written_otherwise(draw: DrawFn) -> Drawn:
    kinks, way, other = draw(bends()), draw(st.integers(0, 3)), draw(st.integers(0, 3))
    f, g = bent_otherwise(kinks, way), bent_otherwise(kinks[::-1], other)
    return Drawn(f"{told(kinks)}, ways {way} and {other}", lambda: prove_piecewise_equal(f, g))


@true_by_construction("largest_difference")
def peaks_that_are_known(draw: DrawFn) -> Drawn:
    at, top, steep = draw(numbers), draw(numbers), draw(positive)
    kinks = draw(bends())
    f = bent(kinks)

    def ask() -> Evidence:
        peak = largest_difference(lambda v: f(v) + top - steep * abs(v - at), f)
        if (peak.value, peak.at) == (top, at):
            return Evidence.holds(f"{peak}")
        return Evidence.refuted(reason=f"{peak}")

    return Drawn(f"max of {top} - {steep} |x - {at}|, beside {told(kinks)}", ask)


@true_by_construction("prove_for_all_inputs")
def choices_written_as_kinks(draw: DrawFn) -> Drawn:
    a, b, c = draw(nonzero), draw(numbers), draw(positive)

    def holds(xs: Any) -> Any:
        t = a * xs[0] + b * xs[1]
        return agree(where(t > 0, c * t, 0), c * relu(t))

    return Drawn(
        f"where(t > 0, {c} t, 0) = {c} relu(t), t = {a} x + {b} y",
        lambda: prove_for_all_inputs(holds, {"xs": (2,)}),
    )


COMPARISONS = (
    formulas_with_branches,
    quotients_and_squares,
    squares_expanded,
    networks_of_few_units,
    choices_written_as_kinks,
    functions_with_few_kinks,
    functions_of_trees,
    kinks_written_otherwise,
    peaks_that_are_known,
)
