"""Stacks that are Lipschitz, continuous or at most exponential, and machines that are no stack."""

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from constructions.arrays import exp, relu, sigmoid, tanh
from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    EveryStackIs,
    Evidence,
    Implies,
    Index,
    Jump,
    NoStack,
    NoStackThrough,
    Ray,
    UnboundedSlope,
    Unequal,
    closed_under_composition,
    delta,
    not_continuous,
    not_lipschitz,
    ones,
    superexponential,
    superlinear,
    zeros,
)
from theorem_checks.statements.worlds.symbolic import Symbolic

__all__ = ["CASES"]

r, s = sp.symbols("r s", real=True)
p = sp.Symbol("p", positive=True)


class Cell:
    """A cell by a function of a number of its state and of its token, to the next one and out."""

    def __init__(self, of: Callable[[Any, Any, Any], tuple[Any, Any]], weight: Any, start: Any):
        self.of, self.weight, self.start = of, weight, start

    def initial_state(self) -> Any:
        return self.start

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        return self.of(state, x, self.weight)


KINDS: dict[str, Callable[..., Any]] = {
    "sum": lambda s, x, a: (s + a * x, s + a * x),
    "relu": lambda s, x, a: (s, relu(a * x + s)),
    "gate": lambda s, x, a: (s, a * x * x),
    "of the state": lambda s, x, a: (s + a, s * x),
    "reciprocal": lambda s, x, a: (s, a / x),
    "squared state": lambda s, x, a: (s * s + x, s),
    "gated state": lambda s, x, a: (s * x, s * x),
    "relu of the state": lambda s, x, a: (relu(s * s) + x, s),
    "hidden square": lambda s, x, a: (s, relu((x + a) * (x - a))),
    "doubling": lambda s, x, a: (s + s + 1, s + s + 1),
    "square and one": lambda s, x, a: (s * s + 1, s * s + 1),
    "square": lambda s, x, a: (s * s, s * s),
    "sigmoid": lambda s, x, a: (s * sigmoid(a * x) + x, tanh(s) * (s + x)),
    "exponential": lambda s, x, a: (s, exp(a * x)),
    "of an exponential": lambda s, x, a: (s, a / exp(x)),
    "of a difference": lambda s, x, a: (s, a / (2 - exp(x))),
    "sigmoid and squares": lambda s, x, a: (s + x * relu(x) * sigmoid(x), s),
    "silent": lambda s, x, a: (s * s + 1, 0 * s),
}


def _machine(w: Symbolic, kind: str, start: int = 0) -> Any:
    number = len(w.arrays)
    weight, x = w.array(f"a{number}", 1), w.array(f"x{number}", 1)
    return w.machine(Cell(KINDS[kind], weight, w.entries(lambda *_: start, 1)), x)


def _function(how: str) -> Evidence:
    """A layer that is a function of the world, of which nothing is known."""
    w = Symbolic()
    d = w.size("d")
    of, x = w.function("f", d, d), w.array("x", d)
    cell = Cell(lambda held, x, _: (held, of(x)), None, w.zeros(1))
    return closed_under_composition(EveryStackIs((w.machine(cell, x),), how))


def _composed(how: str, *kinds: str) -> Evidence:
    w = Symbolic()
    return closed_under_composition(EveryStackIs(tuple(_machine(w, kind) for kind in kinds), how))


def _steep(
    outputs: Any = lambda t: (t * t, 0 * t),
    kinds: tuple[str, ...] = ("sum", "relu"),
    by: tuple[str, str] = ("Lipschitz", ""),
    slope: Any = 2,
    rest: Any = 1,
    apart: Any = 1,
    values: Any = None,
    hypothesis: Any = None,
    symbol: Any = r,
    over: bool = True,
    in_a_layer: bool = False,
) -> Evidence:
    """No stack has these outputs at t and at 0, as at t + 1 and t they are 2 t + 1 apart."""
    w = Symbolic()
    t = w.array("t", 1)
    layers = tuple(_machine(w, kind) for kind in kinds)
    if in_a_layer:
        cell = Cell(lambda s, x, a: (s, a * x), t, zeros(t.axes))
        layers = (w.machine(cell, w.array("y", 1)),)
    first, second = outputs(t)
    said = NoStackThrough(layers, (((t,), first), ((zeros(t.axes),), second)), (t,) if over else ())
    how, other = by
    kept = closed_under_composition(EveryStackIs((_machine(w, other),) if other else layers, how))
    one = ones(t.axes)
    far, near = values(one) if values else (one * r + one, one * r)
    choice = UnboundedSlope((0, 0), ((t, far),), ((t, near),), [one * apart], one, slope, rest)
    whole = Implies(hypothesis(t), said) if hypothesis else said
    return not_lipschitz(whole, kept, [choice], symbol)


def _inverse(of_inverse: bool = False) -> Evidence:
    """No stack of matrices has A A^-1 x at x, at r A for A, as if A^-1 stayed what it is."""
    w = Symbolic()
    n, m = w.size("n"), w.size("m")
    (A, inverse), x = w.invertible("A", n), w.array("x", n)
    cell = Cell(lambda s, x, a: (s, a @ x), w.array("W", n, m), zeros(x.axes))
    layers = (w.machine(cell, w.array("y", m)),)
    matrix, one = inverse if of_inverse else A, ones(x.axes)
    said = NoStackThrough(layers, (((x,), A @ (inverse @ x)),), (x, matrix))
    far, near = (((x, one), (matrix, matrix * times)) for times in (r, 0))
    choice = UnboundedSlope((0, 0), far, near, [zeros(x.axes)], one, n)
    return not_lipschitz(
        said, closed_under_composition(EveryStackIs(layers, "Lipschitz")), [choice], r
    )


def _large(
    wanted: Any = lambda t: t * t * t,
    kinds: tuple[str, ...] = ("sum", "sigmoid"),
    by: tuple[str, str] = ("at most linear", ""),
    power: Any = 3,
    value: Any = None,
    tokens: Any = None,
    hypothesis: Any = None,
    over: bool = True,
    of_layer: bool = False,
    symbol: Any = r,
) -> Evidence:
    """No stack has this output at t, as it is r^3 times that at 1 on the ray of 1."""
    w = Symbolic()
    t = w.array("t", 1)
    layers = tuple(_machine(w, kind) for kind in kinds)
    if of_layer:
        cell = Cell(lambda s, x, a: (s, a * a * a + x), t, zeros(t.axes))
        layers = (w.machine(cell, w.array("y", 1)),)
    said = NoStackThrough(layers, (((t,), wanted(t)),), (t,) if over else ())
    how, other = by
    kept = closed_under_composition(EveryStackIs((_machine(w, other),) if other else layers, how))
    one = ones(t.axes)
    ray = Ray(0, ((t, tokens(one) if tokens else one * r),), [one], one, value or 1, power)
    whole = Implies(hypothesis(t), said) if hypothesis else said
    return superlinear(whole, kept, ray, symbol)


def _jump(
    at: Any = lambda one: (one * 5 + one * p, one * 5),
    outputs: Any = (0, 5),
    kinds: tuple[str, ...] = ("sum", "gate"),
    symbol: Any = p,
    over: Any = (p,),
    limit: Any = 0,
    gap: Any = -5,
    step: Any = 1,
) -> Evidence:
    w = Symbolic()
    layers = tuple(_machine(w, kind) for kind in kinds)
    one = ones(w.array("x", 1).axes)
    tokens, (high, low) = at(one), outputs
    runs = ((tokens[:1], one * high), (tokens[1:], one * low))
    said = NoStackThrough(layers, runs, over)
    jump = Jump((0, 1), (), (), [one * step], one * limit, 0 * one, one, gap)
    return not_continuous(
        said, closed_under_composition(EveryStackIs(layers, "continuous")), jump, symbol
    )


def _squaring(
    target: str = "square and one",
    start: tuple[int, Any] = (2, 2),
    step: Any = s**2 + 1,
    kinds: tuple[str, ...] = ("sum", "gate"),
    of: int = 0,
) -> Evidence:
    w = Symbolic()
    layers = tuple(_machine(w, kind) for kind in kinds)
    said = NoStack(layers, _machine(w, target, of))
    kept = closed_under_composition(EveryStackIs(layers, "exponential"))
    return superexponential(said, kept, zeros(w.array("x", 1).axes), start, (s, step))


_composing, _lipschitz = partial(Case, "closed_under_composition"), partial(Case, "not_lipschitz")
_linearity = partial(Case, "superlinear")
_at_jump = partial(Case, "not_continuous")
_of_squares = partial(Case, "superexponential")
positive_integer = sp.Symbol("p", positive=True, integer=True)
from_0 = sp.Symbol("p", nonnegative=True)
none = sp.Symbol("r", integer=True, even=True, positive=True)
empty = delta(Index("i", sp.Integer(0)), 0)

CASES = (
    *(
        _composing(Slip.CONSTANT, f"stacks of '{kind}' are {how}", Truth.FALSE,
                   partial(_composed, how, "sum", kind))
        for how, kinds in {
            "Lipschitz": ("gate", "of the state", "reciprocal", "gated state", "hidden square"),
            "far slopes": ("gate", "of the state", "reciprocal", "squared state"),
            "continuous": ("reciprocal",),
            "at most linear": ("gate", "of the state", "reciprocal", "squared state",
                               "gated state", "hidden square", "exponential",
                               "of an exponential", "of a difference", "sigmoid and squares"),
            "exponential": ("squared state", "gated state", "relu of the state", "square"),
        }.items()
        for kind in kinds
    ),
    *(
        _composing(Slip.HIDDEN_ASSUMPTION, f"any function is {how}", Truth.FALSE,
                   partial(_function, how))
        for how in ("Lipschitz", "continuous", "at most linear", "far slopes", "exponential")
    ),
    *(
        _composing(Slip.CONSTANT, f"stacks of '{kind}' are {how}, is true", Truth.TRUE,
                   partial(_composed, how, kind))
        for how, kind in (("Lipschitz", "sum"), ("continuous", "gate"), ("exponential", "gate"),
                          ("far slopes", "relu"), ("at most linear", "sigmoid"))
    ),
    _linearity(Slip.CONSTANT, "no stack of gates is t^3, is true", Truth.TRUE, _large),
    _linearity(Slip.CONSTANT, "none is t, as if it were a power", Truth.FALSE,
               partial(_large, lambda t: t)),
    _linearity(Slip.CONSTANT, "none is t, which is r^1", Truth.NO_STATEMENT,
               partial(_large, lambda t: t, power=1)),
    _linearity(Slip.CONSTANT, "none is t, which is r^2 / r", Truth.FALSE,
               partial(_large, lambda t: t, power=2, value=1 / r)),
    _linearity(Slip.CONSTANT, "none is 0, which is 0 r^3", Truth.FALSE,
               partial(_large, lambda t: 0 * t, value=sp.Integer(0))),
    _linearity(Slip.HIDDEN_ASSUMPTION, "none is t, on the curve of r^3", Truth.FALSE,
               partial(_large, lambda t: t, tokens=lambda one: one * r * r * r)),
    _linearity(Slip.CONSTANT, "no stack of products is t^3", Truth.FALSE,
               partial(_large, kinds=("gate", "sum"))),
    _linearity(Slip.NAME, "the same, by what stacks of sums are", Truth.FALSE,
               partial(_large, kinds=("gate",), by=("at most linear", "sum"))),
    _linearity(Slip.NAME, "the same, as stacks of products are continuous", Truth.FALSE,
               partial(_large, kinds=("gate",), by=("continuous", ""))),
    _linearity(Slip.NAME, "no stack is t^3 for one t that is fixed before", Truth.FALSE,
               partial(_large, over=False)),
    _linearity(Slip.NAME, "no stack of x -> x + t^3 is t^3, where t is bound", Truth.FALSE,
               partial(_large, of_layer=True)),
    _linearity(Slip.CONTRADICTION, "none is 0 for all t, if t is not 0, which it binds",
               Truth.FALSE, partial(_large, lambda t: 0 * t, hypothesis=lambda t: Unequal(t, 0))),
    _linearity(Slip.EMPTY, "none is 0, which is r^3 times the sum of an empty range",
               Truth.FALSE, partial(_large, lambda t: 0 * t, value=empty)),
    _linearity(Slip.HIDDEN_ASSUMPTION, "none is 0, where r is an integer that is even and odd",
               Truth.FALSE, partial(_large, lambda t: 0 * t, symbol=none)),
    _lipschitz(Slip.CONSTANT, "no ReLU network squares, is true", Truth.TRUE, _steep),
    _lipschitz(Slip.CONSTANT, "no ReLU network doubles", Truth.FALSE,
               partial(_steep, lambda t: (t + t, t))),
    _lipschitz(Slip.CONSTANT, "the same, with a slope of 0", Truth.FALSE,
               partial(_steep, lambda t: (t + t, t), slope=0, rest=2)),
    _lipschitz(Slip.HIDDEN_ASSUMPTION, "the same, with r in the rest", Truth.FALSE,
               partial(_steep, lambda t: (t + t, t), slope=1, rest=2 - r)),
    _lipschitz(Slip.HIDDEN_ASSUMPTION, "the same, of tokens that are r apart", Truth.FALSE,
               partial(_steep, lambda t: (t + t, t), slope=2, rest=0, apart=r,
                       values=lambda one: (one * 2 * r, one * r))),
    _lipschitz(Slip.CONSTANT, "no stack of products squares", Truth.FALSE,
               partial(_steep, kinds=("gate",))),
    _lipschitz(Slip.NAME, "the same, by what stacks of sums are", Truth.FALSE,
               partial(_steep, kinds=("gate",), by=("Lipschitz", "sum"))),
    _lipschitz(Slip.NAME, "the same, as stacks of products are continuous", Truth.FALSE,
               partial(_steep, kinds=("gate",), by=("continuous", ""))),
    _lipschitz(Slip.CONTRADICTION, "no stack is 0 for all t, if t is not 0, which it binds",
               Truth.FALSE, partial(_steep, lambda t: (0 * t, 0 * t), slope=0, rest=0,
                                    hypothesis=lambda t: Unequal(t, 0))),
    _lipschitz(Slip.NAME, "no stack is t t for one t that is fixed before", Truth.FALSE,
               partial(_steep, over=False)),
    _lipschitz(Slip.NAME, "no stack of x -> t x is t t, where t is bound", Truth.FALSE,
               partial(_steep, in_a_layer=True)),
    _lipschitz(Slip.EMPTY, "no ReLU network is 2 t, as 2 = r s for all s of an empty range",
               Truth.FALSE, partial(_steep, lambda t: (t + t, t), slope=empty, rest=empty)),
    _lipschitz(Slip.HIDDEN_ASSUMPTION, "none doubles, where r is an integer that is even and odd",
               Truth.FALSE, partial(_steep, lambda t: (t + t, t), symbol=none)),
    *(
        _lipschitz(Slip.NAME, f"no stack is A A^-1 x, for all {bound} that have an inverse",
                   Truth.FALSE, partial(_inverse, bound == "A^-1"))
        for bound in ("A", "A^-1")
    ),
    _at_jump(Slip.CONSTANT, "no stack jumps at 5, is true", Truth.TRUE, _jump),
    _at_jump(Slip.CONSTANT, "no stack is 0 from 5 on", Truth.FALSE,
             partial(_jump, outputs=(0, 0), gap=0)),
    _at_jump(Slip.CONSTANT, "the same, with a gap of -5", Truth.FALSE,
             partial(_jump, outputs=(0, 0))),
    _at_jump(Slip.EDGE_SIZE, "no stack is 5 at 5, and 0 at 6, 7, ...", Truth.FALSE,
             partial(_jump, at=lambda one: (one * 5 + one * positive_integer, one * 5),
                     over=(positive_integer,), symbol=positive_integer)),
    _at_jump(Slip.EDGE_SIZE, "no stack is 5 at 5, and 0 from 5 on, which asks two things at 5",
             Truth.NO_STATEMENT, partial(_jump, at=lambda one: (one * 5 + one * from_0, one * 5),
                                         over=(from_0,), symbol=from_0)),
    _at_jump(Slip.NAME, "no stack is 0 at 5 + p and 5 at 5, for one p that is fixed before",
             Truth.FALSE, partial(_jump, over=())),
    _at_jump(Slip.HIDDEN_ASSUMPTION, "no stack is 0 from 6 on and 5 at 5", Truth.FALSE,
             partial(_jump, at=lambda one: (one * 6 + one * p, one * 5))),
    _at_jump(Slip.HIDDEN_ASSUMPTION, "no stack is p at 5 + p, and 0 at 5, by a limit of p",
             Truth.FALSE, partial(_jump, outputs=(p, 0), limit=p, gap=p)),
    _at_jump(Slip.CONSTANT, "no stack of reciprocals jumps", Truth.FALSE,
             partial(_jump, kinds=("reciprocal",))),
    _of_squares(Slip.CONSTANT, "no stack of sums and products has s^2 + 1, is true", Truth.TRUE,
                _squaring),
    _of_squares(Slip.CONSTANT, "none doubles its state", Truth.FALSE,
                partial(_squaring, "doubling", (2, 3), 2 * s + 1)),
    _of_squares(Slip.CONSTANT, "the same, as if it were squared", Truth.FALSE,
                partial(_squaring, "doubling", (2, 3))),
    _of_squares(Slip.EDGE_SIZE, "none squares a state that is 0 at first", Truth.FALSE,
                partial(_squaring, "square", (2, 0), s**2)),
    _of_squares(Slip.EDGE_SIZE, "the same from 1 on, as if it were 2", Truth.FALSE,
                partial(_squaring, "square", (2, 2), s**2, of=1)),
    _of_squares(Slip.NAME, "none is 0, beside a state that is squared", Truth.FALSE,
                partial(_squaring, "silent")),
    _of_squares(Slip.CONSTANT, "no stack of what squares its state does", Truth.FALSE,
                partial(_squaring, kinds=("square and one",))),
    _of_squares(Slip.EMPTY, "none doubles, before any token", Truth.FALSE,
                partial(_squaring, "doubling", (0, 2), s**2)),
)  # fmt: skip
