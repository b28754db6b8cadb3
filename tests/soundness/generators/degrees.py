"""Slips in degrees."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tests.soundness.cases import Slip, Truth
from tests.soundness.generators.planting import Planted, plants
from tests.soundness.statements import Drawn
from theorem_checks import prove_degree, prove_degree_at_most

LAYERS: tuple[str, ...] = ("linear", "square", "gate", "skip")
gates: SearchStrategy[list[str]] = st.lists(st.sampled_from(LAYERS), min_size=1, max_size=3)
GROWS: dict[str, Callable[[int], int]] = {
    "linear": lambda e: e,
    "square": lambda e: 2 * e,
    "gate": lambda e: e + 1,
    "skip": lambda e: 2 * e,
}


def stacked(layers: list[str], sizes: int) -> tuple[Callable[..., Any], dict[str, tuple[int, int]]]:
    """A network of layers with weights of their own; its degree follows from `GROWS`."""

    def network(x: Any, **weights: Any) -> Any:
        state = x
        for k, layer in enumerate(layers):
            moved = weights[f"W{k}"] @ state
            state = {
                "linear": lambda s, m: m,
                "square": lambda s, m: m * m,
                "gate": lambda s, m: m * x,
                "skip": lambda s, m: m * s + s,
            }[layer](state, moved)
        return state

    return network, {f"W{k}": (sizes, sizes) for k in range(len(layers))}


@plants("prove_degree_at_most", Slip.CONSTANT)
def a_degree_too_low(draw: DrawFn) -> Planted:
    layers, sizes = draw(gates), draw(st.integers(1, 2))
    network, weights = stacked(layers, sizes)
    degree = 1
    for layer in layers:
        degree = GROWS[layer](degree)  # all weights 1 and x = (t, ..., t): a power, times a number
    low = draw(st.integers(0, degree - 1))

    def asked(bound: int) -> Any:
        return prove_degree_at_most(network, bound, inputs={"x": (sizes,)}, weights=weights)

    said = f"layers {', '.join(layers)} of {sizes} units have degree at most"
    return Planted(
        Drawn(f"{said} {degree}", lambda: asked(degree)),
        Drawn(f"{said} {low}", lambda: asked(low), Truth.FALSE, [{"x": 1}]),
    )


def _swallowed(v: Any) -> Any:
    try:
        return v == 0
    except Exception:
        return False


ASKED: dict[str, Callable[[Any], Any]] = {
    "v == 0": lambda v: v == 0,
    "v != 1": lambda v: v != 1,
    "v > 0": lambda v: v > 0,
    "bool(v)": bool,
    "v in (0, 1)": lambda v: v in (0, 1),
    "{0: 1}.get(v)": lambda v: {0: 1}.get(v, 0),
    "v == 0, and what it raises is caught": _swallowed,
    "int(v)": lambda v: int(v) > 0,
    "str(v) == '0'": lambda v: str(v) == "0",
    "abs(v) < 1": lambda v: abs(v) < 1,
}


@plants("prove_degree", Slip.BRANCH)
def a_network_that_branches(draw: DrawFn) -> Planted:
    question, power = draw(st.sampled_from(sorted(ASKED))), draw(st.integers(1, 4))
    extra, late = draw(st.integers(1, 9)), draw(st.integers(1, 3))
    weight = [[draw(st.integers(1, 9)) for _ in range(2)] for _ in range(2)]

    def network(x: Any, W: Any) -> Any:
        state = W @ x
        for _ in range(power - 1):
            state = state * x
        return state + extra

    def branching(x: Any, W: Any) -> Any:
        state = network(x, W)
        if ASKED[question](x[0]):
            for _ in range(late):
                state = state * x
        return state

    def asked(function: Callable[..., Any]) -> Any:
        return prove_degree(function, power, inputs={"x": (2,)}, weights={"W": weight})

    said = f"x^{power - 1} (W x) + {extra}, W = {weight}"
    return Planted(
        Drawn(f"{said} has degree {power}", lambda: asked(network)),
        Drawn(
            f"{said}, times x^{late} where {question} of x[0], has degree {power}",
            lambda: asked(branching),
            Truth.NO_STATEMENT,
        ),
    )


GENERATORS = (a_degree_too_low, a_network_that_branches)
