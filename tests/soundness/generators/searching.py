"""Slips in equality of maps, and in searches."""

from fractions import Fraction
from typing import Any

import hypothesis
import numpy as np
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.cases import Slip, Truth
from tests.soundness.generators.planting import Planted, plants
from tests.soundness.statements import Drawn
from theorem_checks import equal_maps, rationals, search

numbers = st.integers(-4, 4)
nonzero = numbers.filter(bool)
positive = st.integers(1, 3)


@plants("equal_maps", Slip.ORDER_OF_EVALUATION)
def the_state_read_too_early(draw: DrawFn) -> Planted:
    tokens, width, a, b = draw(positive), draw(positive), draw(nonzero), draw(numbers)
    sizes = [{"x": (tokens, width), "V": (width, width)}]

    def run(x: Any, V: Any, late: bool) -> Any:
        state, outputs = 0 * V, []
        for token in x:
            read = state
            state = a * state + np.outer(token, V @ token) + b * V
            outputs.append(token @ (state if late else read))
        return outputs

    def unrolled(x: Any, V: Any) -> Any:
        outputs = []
        for t in range(len(x)):
            terms = [a ** (t - s) * (np.outer(x[s], V @ x[s]) + b * V) for s in range(t + 1)]
            outputs.append(x[t] @ sum(terms[1:], terms[0]))
        return outputs

    said = f"S' = {a} S + x (V x)' + {b} V, {tokens} tokens of width {width}"
    return Planted(
        Drawn(said, lambda: equal_maps(lambda x, V: run(x, V, True), unrolled, sizes=sizes)),
        Drawn(
            f"{said}, read before it is written",
            lambda: equal_maps(lambda x, V: run(x, V, False), unrolled, sizes=sizes),
            Truth.FALSE,
        ),
    )


@plants("equal_maps", Slip.EMPTY)
def maps_of_nothing(draw: DrawFn) -> Planted:
    a, b, width = draw(nonzero), draw(numbers), draw(positive)
    kind = draw(st.integers(0, 3))

    def f(x: Any) -> Any:
        return a * x + b

    def g(x: Any) -> Any:
        return f(x) + (1 if kind < 2 else 0)

    def empty(function: Any) -> Any:
        return {
            0: lambda x: [],
            1: lambda x: [function(v) for v in x[:0]],
            2: lambda x: function(x[width:]),
            3: function,
        }[kind]

    sizes = [(0,)] if kind == 3 else [(width,)]
    return Planted(
        Drawn(f"{a} x + {b}", lambda: equal_maps(f, lambda x: b + x * a, sizes=[(width,)])),
        Drawn(
            f"{a} x + {b} at sizes {sizes}, outputs of kind {kind}",
            lambda: equal_maps(empty(f), empty(g), sizes=sizes),
            Truth.EMPTY,
        ),
    )


@plants("equal_maps", Slip.TRANSPOSE)
def weights_transposed(draw: DrawFn) -> Planted:
    width, length = draw(st.integers(2, 3)), draw(positive)
    order = draw(st.permutations("ABC"))[: draw(st.integers(1, 3))]
    place = draw(st.integers(0, len(order) - 1))
    sizes = [{"x": (length, width), **dict.fromkeys(order, (width, width))}]

    def forward(x: Any, **weights: Any) -> Any:
        for name in order:
            x = x @ weights[name].T
        return x

    def backward(x: Any, **weights: Any) -> Any:
        product = np.eye(width, dtype=int)
        for name in order:
            product = weights[name] @ product
        return (product @ x.T).T

    def wrong(x: Any, **weights: Any) -> Any:
        turned = {k: v.T if k == order[place] else v for k, v in weights.items()}
        return backward(x, **turned)

    said = f"layers {', '.join(order)} on {length} tokens of width {width}"
    return Planted(
        Drawn(said, lambda: equal_maps(forward, backward, sizes=sizes)),
        Drawn(
            f"{said}, {order[place]} transposed",
            lambda: equal_maps(forward, wrong, sizes=sizes),
            Truth.FALSE,
        ),
    )


@plants("search", Slip.EMPTY)
def a_search_that_rejects_all(draw: DrawFn) -> Planted:
    a, b, power = draw(nonzero), draw(numbers), draw(st.integers(1, 3))

    def holds(x: Fraction) -> bool:
        return (a * x + b) ** (2 * power) >= 0

    def rejecting(x: Fraction) -> bool:
        hypothesis.assume((a * x + b) ** (2 * power) < 0)
        return holds(x)

    said = f"({a} x + {b})^{2 * power} >= 0"
    return Planted(
        Drawn(said, lambda: search({"x": rationals()}, holds, examples=5)),
        Drawn(
            f"{said} where it is negative",
            lambda: search({"x": rationals()}, rejecting, examples=2),
            Truth.EMPTY,
        ),
    )


@plants("search", Slip.CONSTANT)
def a_bound_that_small_numbers_break(draw: DrawFn) -> Planted:
    a, at, off = draw(st.integers(1, 4)), draw(numbers), draw(st.integers(1, 4))

    def holds(x: Fraction) -> bool:
        return a * (x - at) ** 2 >= 0

    def wrong(x: Fraction) -> bool:
        return a * (x - at) ** 2 >= a * off * abs(x - at) + Fraction(1, 5)

    assume(not wrong(Fraction(at)))
    return Planted(
        Drawn(f"{a} (x - {at})^2 >= 0", lambda: search({"x": rationals()}, holds, examples=20)),
        Drawn(
            f"{a} (x - {at})^2 >= {a * off} |x - {at}| + 1/5",
            lambda: search({"x": rationals()}, wrong, examples=20),
            Truth.FALSE,
            [{"x": at}],
            lambda v: wrong(v["x"]),
        ),
    )


GENERATORS = (
    the_state_read_too_early,
    maps_of_nothing,
    weights_transposed,
    a_search_that_rejects_all,
    a_bound_that_small_numbers_break,
)
