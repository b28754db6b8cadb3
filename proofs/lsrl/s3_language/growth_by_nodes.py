r"""Sec. 3: how fast the values of a program can grow, node by node.

With bounded tokens each node has |v_t| <= 2^{c (t+1)}, with a c that follows from those of the
nodes that it reads, and does not depend on t.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Matrix, Multi, ReLU
from proofs.lsrl import PAPER
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Evidence,
    ForReals,
    Mutant,
    Source,
    World,
    check,
    implies,
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

    **Fields**: `lin(c, g)` with 2^g >= |A| + |b| in row sums; `state(c, g)` with 2^g >= |s_0| and
    2^g >= |A| + |B| + |b|; `multi(c)`.
    """

    lin: Callable[[Any, Any], Any] = lambda c, g: c + g
    state: Callable[[Any, Any], Any] = lambda c, g: c + g
    multi: Callable[[Any], Any] = lambda c: 2 * c

    def of(self, program: ForEach, largest: int) -> int:
        """Return the exponent of the output, for tokens with entries up to `largest`."""
        exponents: list[int] = []
        for node, inputs in zip(program.nodes, program.graph.inputs, strict=True):
            c = max((exponents[i] for i in inputs), default=exponent(largest))
            if isinstance(node, Lin):
                c = self.lin(c, exponent(row_sum(node.A) + row_sum(node.b)))
            elif isinstance(node, LinState):
                step = row_sum(node.A) + row_sum(node.B) + row_sum(node.b)
                c = self.state(c, exponent(max(step, row_sum(node.init_state))))
            elif isinstance(node, Multi):
                c = self.multi(c)
            exponents.append(c)
        return exponents[-1]


def says_exponents(exponents: Exponents, w: World) -> All:
    """The values of a node are bounded by those that it reads, and so is their exponent.

    Where 2^{c (t+1)} bounds what is read, G = 2^g the numbers of the node, and c' is the exponent
    of the node, 2^{c' (t+1)} has to be at least G 2^{c (t+1)} in a Lin, the square of 2^{c (t+1)}
    in a Multi, and in a state G 2^{c (t+1)} and G 2^{c' t}, and G at first: statements on
    exponents.
    """
    return All((*_of_a_lin(exponents, w), *_of_a_state(exponents, w), *_of_a_product(exponents, w)))


def _of_a_lin(exponents: Exponents, w: World) -> tuple[ForReals, ...]:
    """A x + b is at most |A| + |b| times M >= 1, which bounds x, a term at a time."""
    S, P, M, a, x, b = w.reals("S P M a x b")
    c, g, t = w.reals("c g t")
    one_more = implies((abs(S) <= P * M) & (abs(x) <= M), abs(S + a * x) <= (P + abs(a)) * M)
    bias = implies((abs(S) <= P * M) & (M >= 1) & (P >= 0), abs(S + b) <= (P + abs(b)) * M)
    none_below = (c >= 0) & (g >= 0) & (t >= 0)
    grown = exponents.lin(c, g) * (t + 1) >= c * (t + 1) + g
    return ForReals(one_more), ForReals(bias), ForReals(implies(none_below, grown))


def _of_a_state(exponents: Exponents, w: World) -> tuple[ForReals, ...]:
    """From one token to the next: U bounds the input, V the state before, and W >= G U, G V."""
    alpha, beta, gamma, G, U, V, W = w.reals("alpha beta gamma G U V W")
    c, g, t = w.reals("c_s g_s t_s")
    new, none_below = exponents.state(c, g), (c >= 0) & (g >= 0) & (t >= 0)
    numbers = (alpha >= 0) & (beta >= 0) & (gamma >= 0) & (alpha + beta + gamma <= G)
    bounds = (U >= 1) & (V >= 1) & (W >= G * U) & (W >= G * V)
    return (
        ForReals(implies(none_below, new >= g)),
        ForReals(implies(none_below, new * (t + 1) >= c * (t + 1) + g)),
        ForReals(implies(none_below, new * (t + 1) >= new * t + g)),
        ForReals(implies(numbers & bounds, alpha * V + beta * U + gamma <= W)),
    )


def _of_a_product(exponents: Exponents, w: World) -> tuple[ForReals, ForReals]:
    """|u v| <= N^2, and the exponent of N^2 is 2 c."""
    u, v, N, c = w.reals("u v N c_p")
    values = implies((abs(u) <= N) & (abs(v) <= N), abs(u * v) <= N * N)
    return ForReals(values), ForReals(implies(c >= 0, exponents.multi(c) >= c + c))


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


EXPONENTS = Exponents()

nodes = Claim(
    id="lsrl/new-growth-nodes",
    title="Numbers grow by c + g in a row and in a state of one entry, by 2 c in a product",
    source=Source(PAPER, "beyond Sec. 3, footnote 3"),
    statement=r"c' = c + g:\ c'(t+1) \ge c(t+1) + g,\ c'(t+1) \ge c' t + g,\ c' \ge g; \quad"
    r" c'' = 2c \ge c + c",
    assumptions=(
        "$|v_t| \\le 2^{c (t + 1)}$, and $2^g$ at least the numbers of the node, in row sums",
        "rows term by term; that six programs keep what is computed so is run at t = 1, ..., 7",
    ),
    subject=EXPONENTS,
    says=says_exponents,
    checks=(proof_of(says_exponents, seconds=120), check_programs),
    mutants=(
        Mutant("free-lin", replace(EXPONENTS, lin=lambda c, g: c), "a Lin that does not count"),
        Mutant(
            "free-state", replace(EXPONENTS, state=lambda c, g: c), "a state that does not count"
        ),
        Mutant(
            "free-product", replace(EXPONENTS, multi=lambda c: c), "a Multi that does not count"
        ),
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
    ),
    new=True,
    notes="That programs are exponential at most, whatever c is, is a part of"
    " lsrl/no-nonlinear-feedback.",
)
