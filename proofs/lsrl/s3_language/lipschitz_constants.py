r"""Sec. 3: by how much what a program without Multi puts out moves, node by node, in numbers."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.lsrl import ForEach, Input, Lin, LinState, ReLU
from constructions.lsrl.helpers.operations import relu
from constructions.lsrl.programs.hats import hat_program
from constructions.lsrl.programs.majority import majority_of_ones
from proofs.lsrl import PAPER
from proofs.lsrl.s3_language.growth_by_nodes import row_sum
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


@dataclass(frozen=True)
class Lipschitz:
    """How a Lipschitz constant goes through nodes: of a ReLU, and of a state from the one before.

    `state(K_state, K_input, A, B)` with the row sums of the matrices.
    """

    relu: Callable[[Any], Any] = lambda K: K
    state: Callable[..., Any] = lambda K_state, K_input, A, B: A * K_state + B * K_input

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
                    K = row_sum(node.A) * K
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
    """A ReLU and a state of one entry change by no more, if their inputs change by d and e."""
    x, dx, d = w.reals("x dx d")
    ds, e, A, B = w.reals("ds e A B")
    moved, state = abs(relu(x + dx) - relu(x)), abs(A * ds + B * dx)
    small = abs(dx) <= d
    most = lipschitz.state(e, d, abs(A), abs(B))
    return All(
        (
            ForReals(implies(small, moved <= lipschitz.relu(d))),
            ForReals(implies(small & (abs(ds) <= e), state <= most)),
        )
    )


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


nodes = Claim(
    id="lsrl/new-lipschitz-nodes",
    title="A ReLU keeps Lipschitz constants, a state of one entry takes them by |A| and |B|",
    source=Source(PAPER, "beyond Sec. 3, constant and dynamic variables"),
    statement=r"|\mathrm{ReLU}(x + \delta) - \mathrm{ReLU}(x)| \le |\delta|, \quad"
    r" |A \sigma + B \delta| \le |A| |\sigma| + |B| |\delta|",
    assumptions=(
        "nodes of one entry; by the greatest row sums of A and B, the constants of four programs"
        " are computed so, and kept",
    ),
    subject=Lipschitz(),
    says=says_nodes,
    checks=(proof_of(says_nodes), check_plain_programs),
    mutants=(
        Mutant("free-state", Lipschitz(state=lambda s, x, A, B: B * x), "without the state before"),
        Mutant("flat-relu", Lipschitz(relu=lambda K: K / 2), "slope 1/2"),
    ),
    late=(
        Mutant(
            "far-relu",
            Lipschitz(relu=lambda K: K if K < 10**9 else 10**9),
            "no more than 10^9",
        ),
        Mutant(
            "far-state",
            Lipschitz(state=lambda s, x, A, B: A * s + B * x if A < 10**9 else B * x),
            "without the state before from |A| = 10^9 on",
        ),
    ),
    new=True,
    notes="That programs without Multi are Lipschitz at each t is a part of lsrl/constants; here"
    " the constants are numbers.",
)
