"""Unknown functions, and quotients, of which something is taken to be known."""

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth
from theorem_checks import (
    Equal,
    Evidence,
    atan,
    binomial,
    exp,
    factorial,
    log,
    proof_of,
    prove,
    tanh,
)
from theorem_checks.judging.judge import judged
from theorem_checks.statements.arrays.functions import SymbolicFunction
from theorem_checks.statements.worlds.world import World

__all__ = ["CASES"]

_proof_of = partial(Case, "proof_of")


class Given:
    """Two functions of d numbers, arrays and a number of a world."""

    def __init__(self, w: World) -> None:
        self.w, self.d, self.e = w, w.size("d"), w.size("e")
        self.f, self.g = (w.function(name, self.d, self.e) for name in "fg")
        self.u, self.v = (w.array(name, self.d) for name in "uv")
        self.A = w.array("A", self.d, self.d)
        self.c = w.number("c")

    def entries(self, entry: Callable[..., Any], *sizes: Any) -> Any:
        """An array by entries."""
        return self.w.entries(lambda _, *at: entry(*at), *sizes)


def _asked(says: Callable[[Given], Any]) -> Callable[[], Evidence]:
    return lambda: judged(lambda _, w: Equal(*says(Given(w))), prove, None)


def _handmade() -> Evidence:
    def says(_: Any, w: World) -> Any:
        d, v = w.size("d"), w.array("v", d := w.size("n"))
        made = SymbolicFunction("h", d.expression, d.expression)
        return Equal(made(v), made(v)) if w.is_symbolic else Equal(v, v)

    return judged(says, prove, None)


def _is_itself(function: Callable[..., Any], **sort: bool) -> Callable[[], Evidence]:
    """A function of a number, of a sort, that SymPy puts as that number at once."""

    def says(subject: Any, w: World) -> Any:
        s = w.number("s", **sort) if sort else w.size("s")
        return Equal(w.call(subject, s), s)

    return lambda: proof_of(says)(function)


_real, _complex = {"real": True}, {"complex": True}

CASES = [
    *(
        _proof_of(Slip.POLE, said, Truth.FALSE, _is_itself(function, **sort), NOT_PROVED)
        for said, function, sort in (
            ("e^(log s) = s: at 0 it has no value", lambda s: exp(log(s)), _real),
            ("e^(log(s - 90)) + 90 = s, of sizes", lambda s: exp(log(s - 90)) + 90, {}),
            ("s + 0 log(s - 90) = s, of sizes", lambda s: s + 0 * log(s - 90), {}),
            ("log(s - 90) less itself is 0", lambda s: log(s - 90) - log(s - 90) + s, _real),
            ("(90 - s)! less itself is 0", lambda s: s + 0 * factorial(90 - s), _real),
            ("s over 1/2, at s = -1", lambda s: s + 0 * binomial(s, sp.Rational(1, 2)), _real),
            ("tanh s less itself, at s = i pi / 2", lambda s: s + 0 * tanh(s), _complex),
            ("the angle of s less itself, at s = i", lambda s: s + 0 * atan(s), _complex),
        )
    ),
    *(
        _proof_of(Slip.POLE, f"{said}, is true", Truth.TRUE, _is_itself(function, **sort))
        for said, function, sort in (
            ("e^(log s) = s for s > 0", lambda s: exp(log(s)), {"positive": True}),
            ("e^(log s) = s of sizes", lambda s: exp(log(s)), {}),
            ("log(1 + s^2) less itself", lambda s: s + 0 * log(1 + s**2), _real),
            ("s! less itself, of sizes", lambda s: factorial(s) - factorial(s) + s, {}),
            ("s over 3 less itself", lambda s: s + 0 * binomial(s, 3), _real),
            ("tanh s less itself", lambda s: s + 0 * tanh(s), _real),
            ("the angle of s less itself", lambda s: s + 0 * atan(s), _real),
        )
    ),
    _proof_of(Slip.NAME, "f(u) = f(v)", Truth.FALSE, _asked(lambda g: (g.f(g.u), g.f(g.v)))),
    _proof_of(Slip.NAME, "f(v) = g(v)", Truth.FALSE, _asked(lambda g: (g.f(g.v), g.g(g.v)))),
    _proof_of(Slip.NAME, "a function that no world made", Truth.FALSE, _handmade, NOT_PROVED),
    _proof_of(
        Slip.ORDER_OF_EVALUATION,
        "f(u + v) = f(u) + f(v)",
        Truth.FALSE,
        _asked(lambda g: (g.f(g.u + g.v), g.f(g.u) + g.f(g.v))),
    ),
    _proof_of(
        Slip.ORDER_OF_EVALUATION,
        "f(2 v) = 2 f(v)",
        Truth.FALSE,
        _asked(lambda g: (g.f(2 * g.v), 2 * g.f(g.v))),
    ),
    _proof_of(
        Slip.TRANSPOSE,
        "f of a row is f of a column",
        Truth.FALSE,
        _asked(
            lambda g: (
                g.entries(lambda i, m: g.f.at(m, lambda k: g.A[i, k]), g.d, g.e),
                g.entries(lambda i, m: g.f.at(m, lambda k: g.A[k, i]), g.d, g.e),
            )
        ),
    ),
    _proof_of(
        Slip.NAME,
        "f of A[i, k] u[k] is f of A[i, k] u[i]",
        Truth.FALSE,
        _asked(
            lambda g: (
                g.entries(lambda i, m: g.f.at(m, lambda k: g.A[i, k] * g.u[k]), g.d, g.e),
                g.entries(lambda i, m: g.f.at(m, lambda k: g.A[i, k] * g.u[i]), g.d, g.e),
            )
        ),
    ),
    _proof_of(
        Slip.ORDER_OF_FACTORS,
        "the sum of f(A[i, :]) over i is f of the sum",
        Truth.FALSE,
        _asked(
            lambda g: (
                g.w.entries(lambda h, m: h.sum(lambda i: g.f.at(m, lambda k: g.A[i, k]), g.d), g.e),
                g.w.entries(lambda h, m: g.f.at(m, lambda k: h.sum(lambda i: g.A[i, k], g.d)), g.e),
            )
        ),
    ),
    _proof_of(
        Slip.ORDER_OF_EVALUATION,
        "f(u + v) = f(v + u), which is so",
        Truth.TRUE,
        _asked(lambda g: (g.f(g.u + g.v), g.f(g.v + g.u))),
    ),
    _proof_of(
        Slip.ORDER_OF_EVALUATION,
        "f(A v) by products of arrays and by sums, which is so",
        Truth.TRUE,
        _asked(
            lambda g: (
                g.f(g.A @ g.v),
                g.w.entries(
                    lambda h, m: g.f.at(m, lambda k: h.sum(lambda j: g.A[k, j] * g.v[j], g.d)),
                    g.e,
                ),
            )
        ),
    ),
    _proof_of(
        Slip.POLE,
        "u / (u . v) times v, summed, is 1 (where u . v = 0)",
        Truth.FALSE,
        _asked(lambda g: ((g.u / (g.u @ g.v)) @ g.v, g.w.entries(lambda _: 1))),
    ),
    _proof_of(
        Slip.CONSTANT,
        "u / (v . v) = u / (u . u)",
        Truth.FALSE,
        _asked(lambda g: (g.u / (g.v @ g.v), g.u / (g.u @ g.u))),
    ),
    _proof_of(
        Slip.CONSTANT,
        "u / (2 v . v) = u / (v . v)",
        Truth.FALSE,
        _asked(lambda g: (g.u / (2 * (g.v @ g.v)), g.u / (g.v @ g.v))),
    ),
    _proof_of(
        Slip.CONSTANT,
        "(u + v) / (u . v) = u / (u . v) + v / (v . u), which is so",
        Truth.TRUE,
        _asked(lambda g: ((g.u + g.v) / (g.u @ g.v), g.u / (g.u @ g.v) + g.v / (g.v @ g.u))),
    ),
]
