r"""The steps by which the error of an LRU In-Out (MLP) layer is bounded, for every size.

A product that four hidden units make is off by kappa M^4 eps^2 at most, by Taylor's theorem; the
recurrence adds such errors up, and what its factors lack; the output gate multiplies two sums.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import sympy as sp

from constructions.weights.gated_rnn_as_mlp_lru import CORNERS
from constructions.weights.layers import NetworkDescription
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_bounds import ErrorBound
from theorem_checks import (
    Evidence,
    Tensor,
    array_of,
    described,
    family,
    prove_for_all,
    prove_identity,
    prove_recurrence,
    reals,
    symbol_array,
    symbolic,
)

__all__ = [
    "EPS",
    "LEAK",
    "S",
    "errors_of_outputs",
    "errors_of_products",
    "errors_of_states",
    "layers_for_all_sizes",
    "on_symbols",
]

EPS, BIAS, CURVATURE, LEAK = sp.symbols("eps b c leak", positive=True)
FAMILIES = {"m": "x", "n": "h", "p": "product", "o": "y"}


S, T = Tensor("s", 1), Tensor("t", 1)


class Taylor:
    """An activation by its Taylor polynomial of degree 3 at the bias, and a free remainder.

    It keeps its argument and the remainder R. What it returns is for the argument
    bias + eps (+-s +-t), for free s, t.
    """

    def __init__(self) -> None:
        self.arguments: list[Any] = []
        self.remainders: list[dict[str, Tensor]] = []

    def __call__(self, argument: Any) -> Any:
        """Return the polynomial and the remainder R, one number for each hidden unit."""
        self.arguments.append(argument)
        v = corners(S, T, argument.axes[0])
        f_0, f_1, f_3 = sp.symbols("f_0 f_1 f_3")
        polynomial = v * f_1 + v * v * (CURVATURE / 2) + v * v * v * (f_3 / 6) + f_0
        R = {c: Tensor(f"R_{c}", 1) for c in CORNERS}
        self.remainders.append(R)
        return polynomial + array_of({(c,): R[c].__getitem__ for c in R}, argument.axes[0])


def corners(s: Any, t: Any, axis: Any) -> Any:
    """Return eps (+-s +-t), for the four hidden units of each product."""

    def entry(first: int, second: int) -> Callable[..., Any]:
        return lambda k: EPS * (first * s[k] + second * t[k])

    return array_of({(name,): entry(*signs) for name, signs in CORNERS.items()}, axis)


def product_and_remainder(R: Mapping[str, Tensor], k: Any) -> Any:
    """Return s t + (R_pp - R_pm - R_mp + R_mm) / (4 eps^2 c), at an index."""
    signed = (first * second * R[c][k] for c, (first, second) in CORNERS.items())
    return S[k] * T[k] + sum(signed, start=0) * (1 / (4 * EPS**2 * CURVATURE))


def on_symbols(description: NetworkDescription) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """Return the network on arrays of symbolic size, the gated RNN's weights, and the axes."""
    sizes = {a: sp.Symbol(a, integer=True, positive=True) for a in FAMILIES}
    axes = {a: family(name, sizes[a]) for a, name in FAMILIES.items()}
    scalars = {"eps": EPS, "leak": LEAK, "bias": BIAS, "curvature": CURVATURE}
    w = {
        name: symbol_array(name, *(axes[a] for a in letters.split()))
        for name, letters in description.parameters.items()
        if name not in scalars
    }
    given = description.given(sizes, {**w, **scalars})
    network = description.built(lambda array: described(array, sizes, given), "real")
    return network, w, axes


def layers_for_all_sizes(describe: Callable[[Any], NetworkDescription]) -> Iterator[Any]:
    """Yield what each layer does, for symbolic sizes: a name and two arrays."""
    taylor = Taylor()
    description = describe(taylor)
    network, w, axes = on_symbols(description)
    into, recurrence, out, readout = network.cells
    for gate, cell, (inputs, rows) in (("in", into, "mn"), ("out", out, "np")):
        z = symbol_array("z", axes[inputs])
        _, made = cell.step((), z)
        argument = taylor.arguments.pop()
        s, t = w[f"W_{gate}_m"] @ z, w[f"W_{gate}_x"] @ z
        yield f"{gate}: arguments", argument, corners(s, t, argument.axes[0]) + BIAS
        entry = partial(product_and_remainder, taylor.remainders.pop())
        wanted = array_of({(axes[rows].name,): entry}, axes[rows])
        yield f"{gate}: s t and a remainder", made, wanted
    h, idle, g = (symbol_array(name, axes["n"]) for name in ("h", "idle", "g"))
    (kept, _), seen = recurrence.step((h, idle), g)
    yield "the recurrence", kept, (w["lam"] * (1 - LEAK) + LEAK**2) * h + g
    yield "what is read of it", seen, kept
    products = symbol_array("u", axes["p"])
    yield "the readout", readout.step((), products)[1], w["D"] @ products


def errors_of_products(bound: ErrorBound) -> dict[str, Evidence]:
    """That the remainder of a product is at most kappa M^4 eps^2, if |R(v)| <= K v^4 / 24.

    This is so however many tokens there are, so that kappa must not depend on their number T.
    """
    s, t, eps, K, c, M = sp.symbols("s t eps K c M", positive=True)
    T = sp.Symbol("T", integer=True, positive=True)
    kappa = bound.kappa(*map(symbolic, (T, K, c)))
    fourths = sum((first * s + second * t) ** 4 for first, second in CORNERS.values())
    a, b, m = reals("a b m")
    most = prove_for_all(
        a * a + 6 * a * b + b * b <= 8 * m * m, assume=[a >= 0, b >= 0, a <= m, b <= m]
    )
    whole = K / 24 * eps**4 * 4 * 8 * M**4 / (4 * eps**2 * c)
    return {
        "the fourth powers": prove_identity(fourths, 4 * (s**4 + 6 * s**2 * t**2 + t**4)),
        "for a = s^2, b = t^2, m = M^2": most,
        "kappa": prove_identity(whole, kappa * M**4 * eps**2),
    }


def errors_of_states(bound: ErrorBound) -> dict[str, Evidence]:
    """That hidden states are off by E eps^2 at most; e stands for the leak, eps^2."""
    kappa, M = sp.symbols("kappa M", positive=True)
    T = sp.Symbol("T", integer=True, nonnegative=True)
    l, L, h, H, g, G = sp.symbols("l L h H g G")
    lam, e = reals("lam e")
    factor, near, off, state, most, remainder, allowed = reals("factor near off state most r R")
    inside = [lam >= -1, lam <= 1, e > 0, e <= 1]
    step = factor * off + near * state + remainder
    small = [abs(factor) <= 1, abs(off) <= e * allowed, abs(near) <= 2 * e, abs(state) <= most]
    return {
        "E": prove_recurrence(
            lambda T: bound.hidden(symbolic(kappa), symbolic(M), T),
            lambda E, T: E + kappa * M**4 + 2 * T * M**2,
            (0, 0),
            T,
        ),
        "the factor": prove_for_all(
            (abs((1 - e) * lam + e * e) <= 1) & (abs(-e * lam + e * e) <= 2 * e), assume=inside
        ),
        "the difference": prove_identity(
            (L * H + G) - (l * h + g), L * (H - h) + (L - l) * h + (G - g)
        ),
        "its size": prove_for_all(
            abs(step) <= e * allowed + 2 * e * most + abs(remainder), assume=[*small, e > 0]
        ),
        "states": prove_for_all(
            abs(lam * state + remainder) <= most + abs(remainder),
            assume=[*inside[:2], abs(state) <= most],
        ),
    }


def errors_of_outputs(bound: ErrorBound) -> dict[str, Evidence]:
    """That u v is off by a E (N + a H) eps^2 at most, where u and v are off by a E eps^2."""
    u, v, U, V = sp.symbols("u v U V")
    a, E, N, H = sp.symbols("a E N H", positive=True)
    new, off, off_too, old, most, less, w = reals("new off off_too old N V w")
    within = [abs(new) <= most, abs(old) <= less, abs(off) <= w, abs(off_too) <= w]
    return {
        "the difference": prove_identity(U * V - u * v, U * (V - v) + v * (U - u)),
        "its size": prove_for_all(
            abs(new * off + old * off_too) <= w * (most + less), assume=within
        ),
        "a E (N + a H)": prove_identity(a * E * (N + a * H), bound.crossed(a, E, N, H)),
    }
