"""Equality of maps and searches against all small instances."""

import itertools
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.differential.comparing import as_they_come, true_by_construction
from tests.soundness.statements import Drawn, Instance
from theorem_checks import equal_maps, search
from theorem_checks import sizes as sizes_up_to

numbers = st.integers(-2, 2)
FORMS = ("x x'", "x (V x)", "V x", "x", "V V x", "(V x) (V x)", "V' x")


def quadratic(weights: dict[str, int]) -> Any:
    def function(x: Any, V: Any) -> Any:
        parts = {
            "x x'": (x @ x) * x,
            "x (V x)": x * (V @ x),
            "V x": V @ x,
            "x": x,
            "V V x": V @ (V @ x),
            "(V x) (V x)": (V @ x) * (V @ x),
            "V' x": V.T @ x,
        }
        return sum((w * parts[name] for name, w in weights.items()), 0 * x)

    return function


@as_they_come("equal_maps")
def maps_with_few_weights(draw: DrawFn) -> Drawn:
    names = draw(st.lists(st.sampled_from(FORMS), min_size=1, max_size=3, unique=True))
    left = {name: draw(numbers) for name in names}
    right = dict(draw(st.permutations(list(left.items()))))
    if draw(st.booleans()):
        right[draw(st.sampled_from(FORMS))] = draw(numbers)
    width = draw(st.integers(1, 2))
    f, g = quadratic(left), quadratic(right)

    def holds_at(at: Instance) -> bool:
        x, V = (np.array(at[name], dtype=object) for name in ("x", "V"))
        return bool((f(x, V) == g(x, V)).all())

    entries = itertools.product((-1, 1, 2), repeat=width * (width + 1))
    small = [
        {"x": list(e[:width]), "V": np.array(e[width:]).reshape(width, width).tolist()}
        for e in itertools.islice(entries, 0, None, 7)
    ]
    return Drawn(
        f"{left} = {right} at width {width}",
        lambda: equal_maps(f, g, sizes=[{"x": (width,), "V": (width, width)}]),
        None,
        small,
        holds_at,
    )


@true_by_construction("equal_maps")
def products_in_another_order(draw: DrawFn) -> Drawn:
    width, length = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    a, b = draw(numbers), draw(numbers)

    def f(x: Any, V: Any, W: Any) -> Any:
        return (a * x @ V + b * x) @ W

    def g(x: Any, V: Any, W: Any) -> Any:
        return a * (x @ (V @ W)) + (W.T @ (b * x).T).T

    sizes = [{"x": (length, width), "V": (width, width), "W": (width, width)}]
    return Drawn(f"({a} x V + {b} x) W, {sizes}", lambda: equal_maps(f, g, sizes=sizes))


@as_they_come("search")
def inequalities_between_numbers(draw: DrawFn) -> Drawn:
    a, b, c, e = (draw(st.integers(-4, 4)) for _ in range(4))
    most = draw(st.integers(3, 12))

    def holds(n: int) -> bool:
        return a * n * n + b * n + c <= e * n**3

    return Drawn(
        f"{a} n^2 + {b} n + {c} <= {e} n^3 for n = 1, ..., {most}",
        lambda: search({"n": sizes_up_to(least=1, most=most)}, holds, examples=50),
        None,
        [{"n": n} for n in range(1, most + 1)],
        lambda at: holds(int(at["n"])) if 1 <= at["n"] <= most else None,
    )


COMPARISONS = (maps_with_few_weights, products_in_another_order, inequalities_between_numbers)
