r"""Sec. 3: by how much what a program without Multi puts out moves, node by node, in numbers.

What moves is what the shipped nodes put out, with weights of any sizes.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Multi, ReLU
from constructions.lsrl.programs.hats import hat_program
from constructions.lsrl.programs.majority import majority_of_ones
from proofs.bounds import Steps, within, within_row
from proofs.lsrl import PAPER
from proofs.lsrl.free_weights import Token, Weight
from proofs.lsrl.s3_language.growth_by_nodes import row_sum
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
    arithmetic,
    check,
    conjunction,
    proof_of,
    to_fraction,
)
from theorem_checks.statements.conclusions import symbols_of


@dataclass(frozen=True)
class Lipschitz:
    """How a Lipschitz constant, in the greatest norm, goes through nodes without Multi.

    **Fields**: `lin(K, A)`, `relu(K)`, and `state(K_state, K_input, A, B)`, of a state from the one
    before, with the greatest row sums of the matrices; a Concat has the greatest of what it reads;
    the `nodes`.
    """

    lin: Callable[[Any, Any], Any] = lambda K, A: A * K
    relu: Callable[[Any], Any] = lambda K: K
    state: Callable[..., Any] = lambda K_state, K_input, A, B: A * K_state + B * K_input
    nodes: Nodes = field(default_factory=lambda: NODES)

    def of(self, program: ForEach, steps: int) -> list[Fraction]:
        """Return a constant for each of the first outputs, in the greatest norm of the tokens."""
        last: dict[int, Fraction] = {}
        outputs = []
        for _ in range(steps):
            constants: list[Fraction] = []
            for i, node in enumerate(program.nodes):
                parts = program.graph.inputs[i]
                K = max((constants[j] for j in parts), default=Fraction(1))
                if isinstance(node, Lin):
                    K = self.lin(K, row_sum(node.A))
                elif isinstance(node, ReLU):
                    K = self.relu(K)
                elif isinstance(node, LinState):
                    before = last.get(i, Fraction(0))
                    K = last[i] = self.state(before, K, row_sum(node.A), row_sum(node.B))
                constants.append(K)
            outputs.append(constants[-1])
        return outputs


PLAIN = {
    "Figure 1": majority_of_ones(),
    "hats": hat_program(1, 1),
    "a state": ForEach(LinState(Input(1), 2, 3)),
    "minus a ReLU": ForEach(-2 * ReLU(Input(1))),
}


def says_nodes(lipschitz: Lipschitz, w: World) -> All:
    """What each shipped node puts out moves by no more, if what it reads moves by d, for all sizes.

    A state moves so from the one before, which moves by e. Of a Concat of the token, its
    ReLU and the token each part has the constant of what it joins. The factors are
    no larger than 1 in a ReLU, and than row sums in a Lin and in a state.
    """
    return All(
        (
            _of_a_lin(lipschitz, w),
            _of_a_state(lipschitz, w),
            *_of_a_relu(lipschitz, w),
            _by_no_more(lipschitz, w),
        )
    )


def _by_no_more(lipschitz: Lipschitz, w: World) -> All:
    """By which factors constants grow, at most."""
    K, P, e, alpha, beta = (w.number(f"{name}_0") for name in ("K", "P", "e", "alpha", "beta"))
    pairs = (
        (w.call(lipschitz.lin, K, P), P * K),
        (w.call(lipschitz.relu, K), K),
        (w.call(lipschitz.state, e, K, alpha, beta), alpha * e + beta * K),
    )
    return All(tuple(AtMost(*pair) for pair in pairs))


def _of_a_lin(lipschitz: Lipschitz, w: World) -> Implies:
    """A Lin, with the greatest row sum P of A."""
    m, n, d, P = w.size("m"), w.size("n"), w.number("d"), w.number("P")
    x, dx, A, b = w.array("x", m), w.array("dx", m, small=True), w.array("A", n, m), w.array("b", n)
    node = lipschitz.nodes["Lin"](Token(x, m), Weight(A, n, m), Weight(b, n))
    moved = put_out(node, x + dx) - put_out(node, x)
    known = (within_row(A, P), *within(dx, d))
    return Implies(All(known), All(within(moved, w.call(lipschitz.lin, d, P))))


def _of_a_state(lipschitz: Lipschitz, w: World) -> Implies:
    """A state from any one before, with the greatest row sums alpha of A and beta of B."""
    m, n, d, e = w.size("m_s"), w.size("n_s"), w.number("d_s"), w.number("e")
    alpha, beta = w.number("alpha"), w.number("beta")
    A, B = w.array("A_s", n, n), w.array("B_s", n, m)
    b, s_0 = w.array("b_s", n), w.array("s_0", n)
    weights = Weight(A, n, n), Weight(B, n, m), Weight(b, n), Weight(s_0, n)
    x, dx, s, ds = (
        w.array("x_s", m),
        w.array("dx_s", m, small=True),
        w.array("s", n),
        w.array("ds", n, small=True),
    )
    node = lipschitz.nodes["LinState"](Token(x, m), *weights)
    pairs = zip(step_of(node, x + dx, s + ds), step_of(node, x, s), strict=True)
    after, output = (moved - still for moved, still in pairs)
    known = (within_row(A, alpha), within_row(B, beta), *within(ds, e), *within(dx, d))
    most = w.call(lipschitz.state, e, d, alpha, beta)
    return Implies(All(known), All((*within(after, most), *within(output, most))))


def _of_a_relu(lipschitz: Lipschitz, w: World) -> tuple[Implies, Implies]:
    """A ReLU, and what a Concat joins: what is read, its ReLU, and again what is read."""
    k, d = w.size("k"), w.number("d_r")
    x, dx = w.array("x_r", k), w.array("dx_r", k, small=True)
    token = Token(x, k)
    positive = lipschitz.nodes["ReLU"](token)
    moved = put_out(positive, x + dx) - put_out(positive, x)
    runs = (joined(lipschitz.nodes, token, read) for read in (x + dx, x))
    one, two, three = (there - here for there, here in zip(*runs, strict=True))
    known, most = All(within(dx, d)), w.call(lipschitz.relu, d)
    parts = (*within(one, d), *within(two, most), *within(three, d))
    return Implies(known, All(within(moved, most))), Implies(known, All(parts))


def by_nodes(whole: All) -> Evidence:
    """Prove it by row sums, as a node moves by what its weights make of how far it is moved."""
    *nodes, factors = whole.parts
    return conjunction(whole, *map(_by_rows, nodes), arithmetic(factors))


def _by_rows(part: Any) -> Evidence:
    steps, under = Steps(), part.hypothesis.parts
    named = {symbol.name: symbol for symbol in symbols_of(part)}
    rows = [
        steps.weighted(part.array(W), part.array(z), named[most], named[far], *under)
        for W, z, most, far in _ROWS
        if most in named
    ]
    steps.arithmetic(part.body, *under, *rows)
    return steps.conclude(part)


_ROWS = (("A", "dx", "P", "d"), ("A_s", "ds", "alpha", "e"), ("B_s", "dx_s", "beta", "d_s"))
"""Matrices, what they are multiplied with, their row sums, and how large that is."""


@check("exact")
def check_plain_programs(lipschitz):
    """Two runs with tokens that differ by 1/2 differ by no more: four programs, three tokens."""
    for name, program in PLAIN.items():
        xs = [[Fraction(t + i, 2) for i in range(program.input.dim)] for t in range(3)]
        moved = [[v + Fraction((-1) ** i, 2) for i, v in enumerate(token)] for token in xs]
        bounds = lipschitz.of(program, 3)
        for t, (y, z) in enumerate(zip(program(xs), program(moved), strict=True)):
            gap = max(abs(to_fraction(u) - to_fraction(v)) for u, v in zip(y, z, strict=True))
            if gap > bounds[t] / 2:
                at = {"program": name, "t": t + 1}
                return Evidence.refuted(Counterexample(at, f"at most {bounds[t] / 2}", str(gap)))
    return Evidence.holds(", ".join(PLAIN))


def of_squares(x: Any, A: Any, B: Any, b: Any, s_0: Any) -> LinState:
    """Write a state that reads the squares of the token."""
    return LinState(Multi(Concat(x, x)), A, B, b, s_0)


LIPSCHITZ = Lipschitz()


def _at(size: int, **numbers: int) -> dict[str, int]:
    """Sizes and numbers that drawn weights, and what moves, keep in some of the draws."""
    sizes = dict.fromkeys(("m", "n", "m_s", "n_s", "k"), size)
    return {
        **sizes,
        "d": 1,
        "P": 200,
        "d_s": 1,
        "d_r": 1,
        **numbers,
        "alpha": 100 * size,
        "beta": 100 * size,
    }


INSTANCES = 8 * (_at(1, e=100), _at(1, e=1), _at(2, e=1))


def _with(**nodes: Any) -> Lipschitz:
    return replace(LIPSCHITZ, nodes={**NODES, **nodes})


nodes = Claim(
    id="lsrl/new-lipschitz-nodes",
    title="A ReLU keeps Lipschitz constants, a Lin takes them by |A|, a state by |A| and |B|",
    source=Source(PAPER, "beyond Sec. 3, constant and dynamic variables"),
    statement=r"|\mathrm{ReLU}(x + \delta) - \mathrm{ReLU}(x)| \le |\delta|, \quad"
    r" |\mathrm{Lin}(x + \delta) - \mathrm{Lin}(x)| \le |A| |\delta|, \quad"
    r" |s_t' - s_t| \le |A| |s_{t-1}' - s_{t-1}| + |B| |\delta|",
    assumptions=(
        "nodes of all sizes, in the greatest norm, with the greatest row sums |A| and |B| of"
        " absolute values; each node as it reads the token, a Concat of three parts",
        "that four programs keep constants that are computed so is run on three tokens",
    ),
    subject=LIPSCHITZ,
    says=says_nodes,
    checks=(
        proof_of(says_nodes, by_nodes, instances=INSTANCES),
        check_plain_programs.killing("free-state", "flat-relu"),
    ),
    mutants=(
        Mutant(
            "free-state",
            replace(LIPSCHITZ, state=lambda s, x, A, B: B * x),
            "without the state before",
        ),
        Mutant("flat-relu", replace(LIPSCHITZ, relu=lambda K: K / 2), "slope 1/2"),
        Mutant("free-lin", replace(LIPSCHITZ, lin=lambda K, A: K), "a Lin that does not count"),
        Mutant("steep-relu", replace(LIPSCHITZ, relu=lambda K: 2 * K), "a ReLU that doubles"),
        Mutant("of-squares", _with(LinState=of_squares), "a state of squares of what it reads"),
        Mutant("squares", _with(ReLU=lambda x: Multi(Concat(x, x))), "a ReLU that squares"),
    ),
    late=(
        Mutant(
            "far-relu",
            replace(LIPSCHITZ, relu=lambda K: K if K < 10**9 else 10**9),
            "no more than 10^9",
        ),
        Mutant(
            "far-state",
            replace(LIPSCHITZ, state=lambda s, x, A, B: A * s + B * x if A < 10**9 else B * x),
            "without the state before from |A| = 10^9 on",
        ),
        Mutant(
            "of-squares-from-90-on",
            _with(LinState=from_90_rows(LinState, of_squares)),
            "a state of 90 entries or more that reads squares",
        ),
    ),
    new=True,
    notes="That programs without Multi are Lipschitz at each t is a part of lsrl/constants; here"
    " the constants are numbers.",
)
