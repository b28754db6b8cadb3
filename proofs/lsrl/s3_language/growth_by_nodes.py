r"""Sec. 3: how fast the values of a program can grow, node by node.

With bounded tokens each node has |v_t| <= 2^{c (t+1)}, with a c that follows from those of the
nodes that it reads, and does not depend on t. What is bounded is what the shipped nodes put out,
with weights of any sizes; how that follows is in `growth_steps`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from constructions.arrays import concatenate
from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Matrix, Multi, ReLU
from proofs.bounds import within, within_row
from proofs.lsrl import PAPER
from proofs.lsrl.free_weights import Token, Weight, machine_of
from proofs.lsrl.s3_language.growth_steps import by_nodes
from proofs.lsrl.single_nodes import NODES, Nodes, from_90_rows, joined, put_out, step_of
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Evidence,
    Implies,
    Mutant,
    Source,
    World,
    check,
    proof_of,
    to_fraction,
)

__all__ = ["row_sum"]


def row_sum(A: Matrix) -> Fraction:
    """Return the greatest sum of absolute values of a row."""
    return max(sum((abs(to_fraction(e)) for _, e in row), Fraction(0)) for row in A.rows)


def exponent(number):
    """Return the least c >= 0 with 2^c >= number."""
    c = 0
    while 2**c < number:
        c += 1
    return c


@dataclass(frozen=True)
class Exponents:
    """How the exponent c of |v_t| <= 2^{c (t+1)} goes through nodes.

    **Fields**: `lin(c, g)`, `state(c, g)`, `multi(c)` and `kept(c)`, that of a ReLU and of a
    Concat, of which c is the greatest that they read; `in_lin` and `in_state`, up to which numbers
    2^g has to go, from the greatest row sums of A, B, b and s_0; the `nodes`.
    """

    lin: Callable[[Any, Any], Any] = lambda c, g: c + g
    state: Callable[[Any, Any], Any] = lambda c, g: c + g
    multi: Callable[[Any], Any] = lambda c: 2 * c
    kept: Callable[[Any], Any] = lambda c: c
    in_lin: Callable[[Any, Any], Any] = lambda A, b: A + b
    in_state: Callable[..., tuple[Any, Any]] = lambda A, B, b, s_0: (A + B + b, s_0)
    nodes: Nodes = field(default_factory=lambda: NODES)

    def of(self, program: ForEach, largest: int) -> int:
        """Return the exponent of the output, for tokens with entries up to `largest`."""
        exponents: list[int] = []
        for node, inputs in zip(program.nodes, program.graph.inputs, strict=True):
            c = max((exponents[i] for i in inputs), default=exponent(largest))
            if isinstance(node, Lin):
                c = self.lin(c, exponent(self.in_lin(row_sum(node.A), row_sum(node.b))))
            elif isinstance(node, LinState):
                rows = map(row_sum, (node.A, node.B, node.b, node.init_state))
                c = self.state(c, exponent(max(self.in_state(*rows))))
            elif isinstance(node, Multi):
                c = self.multi(c)
            elif isinstance(node, ReLU | Concat):
                c = self.kept(c)
            exponents.append(c)
        return exponents[-1]


class Exponential:
    """The numbers of a statement: c of what is read, g of a node, the time t, and their powers."""

    def __init__(self, w: World) -> None:
        self.w = w
        self.c, self.g = (w.size(name, least=0) for name in "cg")
        self.t = w.size("t")

    def power(self, exponent: Callable[..., Any], *of: Any, steps: int = 1) -> Any:
        """Return 2^{c (t + 1)} for a c by a function; at time t - 1 with no `steps`."""
        return 2 ** (self.w.call(exponent, *of) * (self.t + steps))

    @property
    def read(self) -> Any:
        """What is read: 2^{c (t + 1)}."""
        return 2 ** (self.c * (self.t + 1))


def says_exponents(exponents: Exponents, w: World) -> All:
    """What each shipped node puts out is bounded, where what it reads is, for weights of all sizes.

    At time t it reads entries up to 2^{c (t+1)}; a state stood at time t - 1 within the bound that
    is said of it at time t, and begins within that of time 0. Exponents are no larger than c + g,
    2 c and c, and 2^g need be no larger than the sum of row sums, and the first state.
    """
    e = Exponential(w)
    return All(
        (
            _of_a_lin(exponents, e, w),
            *_of_a_state(exponents, e, w),
            _of_a_product(exponents, e, w),
            *_of_what_keeps(exponents, e, w),
            _by_no_more(exponents, e, w),
        )
    )


def _by_no_more(exponents: Exponents, e: Exponential, w: World) -> All:
    """By how much exponents grow, and up to which numbers 2^g has to go, at most."""
    c, g = e.c, e.g
    P, Q, alpha, beta, gamma, sigma = (
        w.number(f"{name}_0") for name in ("P", "Q", "alpha", "beta", "gamma", "sigma")
    )
    of_rows, of_start = w.call(exponents.in_state, alpha, beta, gamma, sigma)
    pairs = (
        (w.call(exponents.lin, c, g), c + g),
        (w.call(exponents.state, c, g), c + g),
        (w.call(exponents.multi, c), 2 * c),
        (w.call(exponents.kept, c), c),
        (w.call(exponents.in_lin, P, Q), P + Q),
        (of_rows, alpha + beta + gamma),
        (of_start, sigma),
    )
    return All(tuple(AtMost(*pair) for pair in pairs))


def _of_a_lin(exponents: Exponents, e: Exponential, w: World) -> Implies:
    """A Lin, with the row sums P and Q of A and b."""
    m, n, P, Q = w.size("m"), w.size("n"), w.number("P"), w.number("Q")
    x, A, b = w.array("x", m), w.array("A", n, m), w.array("b", n)
    y = put_out(exponents.nodes["Lin"](Token(x, m), Weight(A, n, m), Weight(b, n)), x)
    rows = AtMost(w.call(exponents.in_lin, P, Q), 2**e.g)
    known = (within_row(A, P), *within(b, Q), rows, *within(x, e.read))
    return Implies(All(known), All(within(y, e.power(exponents.lin, e.c, e.g))))


def _of_a_state(exponents: Exponents, e: Exponential, w: World) -> tuple[Implies, Implies]:
    """The first state, and one step of a state, with the row sums alpha, beta, gamma and sigma."""
    m, n = w.size("m_s"), w.size("n_s")
    alpha, beta, gamma, sigma = (w.number(name) for name in ("alpha", "beta", "gamma", "sigma"))
    A, B = w.array("A_s", n, n, small=True), w.array("B_s", n, m)
    b, s_0 = w.array("b_s", n, small=True), w.array("s_0", n)
    x, s = w.array("x_s", m), w.array("s", n, small=True)
    weights = Weight(A, n, n), Weight(B, n, m), Weight(b, n), Weight(s_0, n)
    node = exponents.nodes["LinState"](Token(x, m), *weights)
    (first,) = machine_of(node, x).initial_state()
    after, y = step_of(node, x, s)
    c = w.call(exponents.state, e.c, e.g)
    of_rows, of_start = (
        AtMost(number, 2**e.g) for number in w.call(exponents.in_state, alpha, beta, gamma, sigma)
    )
    starts = Implies(All((*within(s_0, sigma), of_start)), All(within(first, 2**c)))
    rows = within_row(A, alpha), within_row(B, beta), *within(b, gamma)
    last, new = (e.power(exponents.state, e.c, e.g, steps=steps) for steps in (0, 1))
    known = (*rows, of_rows, *within(s, last), *within(x, e.read))
    return starts, Implies(All(known), All((*within(after, new), *within(y, new))))


def _of_a_product(exponents: Exponents, e: Exponential, w: World) -> Implies:
    """A Multi of two halves."""
    k = w.size("k")
    u, v = w.array("u", k), w.array("v", k)
    x = concatenate([u, v])
    y = put_out(exponents.nodes["Multi"](Token(x, 2 * k)), x)
    known = (*within(u, e.read), *within(v, e.read))
    return Implies(All(known), All(within(y, e.power(exponents.multi, e.c))))


def _of_what_keeps(exponents: Exponents, e: Exponential, w: World) -> tuple[Implies, Implies]:
    """A ReLU, and a Concat of the token, its ReLU and the token."""
    d = w.size("d")
    x = w.array("x_d", d)
    token, most = Token(x, d), e.power(exponents.kept, e.c)
    y = put_out(exponents.nodes["ReLU"](token), x)
    parts = (bound for part in joined(exponents.nodes, token, x) for bound in within(part, most))
    known = All(within(x, e.read))
    return Implies(known, All(within(y, most))), Implies(known, All(tuple(parts)))


token = Input(1)
GROWING = {
    "doubling": ForEach(LinState(token, 2, 1)),
    "a tenfold Lin": ForEach(10 * token + 5),
    "a start at 100": ForEach(LinState(token, 1, 1, 0, 100)),
    "the eighth power": ForEach((y := (z := token * token) * z) * y),
    "squares of states": ForEach(LinState(Multi(Concat(s := LinState(token, 3, 1), s)), 2, 1)),
    "ReLUs of states": ForEach(ReLU(LinState(token, -2, 1)) - LinState(token, 1, 1)),
}


@check("exact")
def check_programs(exponents):
    """The outputs of six programs on tokens 2 and -2 keep the bound, t = 1, ..., 7."""
    for name, program in GROWING.items():
        c = exponents.of(program, 2)
        for xs in ([[2]] * 7, [[-2], [2]] * 3):
            for t, y in enumerate(program(xs)[:, 0], 1):
                if abs(to_fraction(y)) > 2 ** (c * (t + 1)):
                    at = {"program": name, "c": c, "t": t}
                    told = (f"at most {2 ** (c * (t + 1))}", str(y))
                    return Evidence.refuted(Counterexample(at, *told))
    return Evidence.holds(", ".join(GROWING))


def squared(x: Any) -> Multi:
    """Write the squares of the entries."""
    return Multi(Concat(x, x))


def of_powers(x: Any, A: Any, B: Any, b: Any, s_0: Any) -> LinState:
    """Write a state that reads the fourth powers of the token."""
    return LinState(squared(squared(x)), A, B, b, s_0)


EXPONENTS = Exponents()


def _at(size: int, **numbers: Any) -> dict[str, Any]:
    """Sizes and numbers that drawn weights and tokens keep in some of the draws."""
    sizes = dict.fromkeys(("m", "n", "m_s", "n_s", "k", "d"), size)
    large = {"t": 1, "P": 200, "Q": 100, "alpha": 200, "beta": 200, "gamma": 100, "sigma": 100}
    return {**sizes, **large, **numbers}


INSTANCES = 8 * (
    _at(1, c=3, g=9),
    _at(2, c=3, g=9),
    _at(1, c=3, g=9, t=2),
    _at(1, c=4, g=1, alpha=1, beta=98, gamma=1, sigma=98),
)


def _with(**nodes: Any) -> Exponents:
    return replace(EXPONENTS, nodes={**NODES, **nodes})


nodes = Claim(
    id="lsrl/new-growth-nodes",
    title="Values grow by c + g in a Lin and in a state, by 2 c in a Multi, and in no other node",
    source=Source(PAPER, "beyond Sec. 3, footnote 3"),
    statement=r"|x_t| \le 2^{c(t+1)}:\ |\mathrm{Lin}(x_t)|, |s_t| \le 2^{(c+g)(t+1)}, \quad"
    r" |\mathrm{Multi}(x_t)| \le 2^{2c(t+1)}, \quad |\mathrm{ReLU}(x_t)| \le 2^{c(t+1)}",
    assumptions=(
        "$2^g$ at least the sum of the greatest row sums of the absolute values of A, B and b, and"
        " the entries of $s_0$; all sizes; a state from one token to the next; each node as it"
        " reads the token, a Concat of three parts",
        "that six programs keep what is computed so is run at t = 1, ..., 7",
    ),
    subject=EXPONENTS,
    says=says_exponents,
    checks=(
        proof_of(says_exponents, by_nodes, instances=INSTANCES, seconds=120),
        check_programs.killing("free-lin", "free-state", "free-product"),
    ),
    mutants=(
        Mutant("free-lin", replace(EXPONENTS, lin=lambda c, g: c), "a Lin that does not count"),
        Mutant(
            "free-state", replace(EXPONENTS, state=lambda c, g: c), "a state that does not count"
        ),
        Mutant(
            "free-product", replace(EXPONENTS, multi=lambda c: c), "a Multi that does not count"
        ),
        Mutant(
            "free-input",
            replace(EXPONENTS, in_state=lambda A, B, b, s_0: (A + b, s_0)),
            "B does not count in a state",
        ),
        Mutant(
            "free-start",
            replace(EXPONENTS, in_state=lambda A, B, b, s_0: (A + B + b, 0)),
            "s_0 does not count in a state",
        ),
        Mutant(
            "half-g", replace(EXPONENTS, in_lin=lambda A, b: 2 * (A + b)), "2^g is twice as much"
        ),
        Mutant("more-in-a-lin", replace(EXPONENTS, lin=lambda c, g: c + 2 * g), "c + 2 g in a Lin"),
        Mutant("of-powers", _with(LinState=of_powers), "a state of fourth powers"),
        Mutant("squares", _with(ReLU=squared), "a ReLU that squares"),
    ),
    late=(
        Mutant(
            "free-lin-from-1000-on",
            replace(EXPONENTS, lin=lambda c, g: c + g if c < 1000 else c),
            "a Lin that does not count from c = 1,000 on",
        ),
        Mutant(
            "free-state-from-1000-on",
            replace(EXPONENTS, state=lambda c, g: c + g if g < 1000 else c),
            "a state that does not count from g = 1,000 on",
        ),
        Mutant(
            "free-product-from-1000-on",
            replace(EXPONENTS, multi=lambda c: 2 * c if c < 1000 else c),
            "a Multi that does not count from c = 1,000 on",
        ),
        Mutant(
            "of-powers-from-90-on",
            _with(LinState=from_90_rows(LinState, of_powers)),
            "a state of 90 entries or more that reads fourth powers",
        ),
    ),
    new=True,
    notes="That programs are exponential at most, whatever c is, is a part of"
    " lsrl/no-nonlinear-feedback.",
)
