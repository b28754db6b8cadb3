r"""Sec. 3: products of variables, and why programs without Multi have none.

At each t the output of a program without Multi is a Lipschitz function of the tokens, and a product
of two variables is not. Which products are possible without Multi is then a question of constants.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, cast

import sympy as sp

from constructions.arrays import concatenate
from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Multi, ReLU
from constructions.lsrl.helpers.operations import relu
from constructions.lsrl.targets import linear_rnn
from proofs.lsrl import PAPER
from proofs.lsrl.free_weights import Token, Weight, machine_of
from proofs.lsrl.program_steps import PLAIN_STEPS, STEPS, Steps, from_90, machines_of
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    EveryStackIs,
    Evidence,
    ForReals,
    Implies,
    Mutant,
    NoStackThrough,
    SameOutputs,
    Source,
    UnboundedSlope,
    Unequal,
    Verdict,
    World,
    agree,
    check,
    closed_under_composition,
    conjunction,
    iff,
    implies,
    not_lipschitz,
    ones,
    proof_of,
    prove,
    prove_for_all,
    prove_for_all_inputs,
    reals,
    simulation,
)
from theorem_checks.proving.rules.entries import only
from theorem_checks.statements.conclusions import symbols_of

SEC_3 = "Sec. 3"


@dataclass(frozen=True)
class Constants:
    """What is said of products without Multi.

    **Fields**: `multiply`, a product of two variables; `possible`, when that of a r + b and c r + d
    is Lipschitz in r; `scaled`, the numbers of v * (A x + b) from diag(v), A and b; `gate`, lam or
    0 by a bit; the `steps` of programs without Multi.
    """

    multiply: Callable[..., Any] = lambda u, v: u * v
    possible: Callable[..., Any] = lambda a, c: (a == 0) | (c == 0)
    scaled: Callable[..., Any] = lambda V, A, b: (V @ A, V @ b)
    gate: Callable[..., Any] = lambda bit, lam: bit * lam
    steps: Steps = field(default_factory=lambda: PLAIN_STEPS)


def says_products(constants: Constants, w: World) -> All:
    """No program without Multi is (a x + b) (c x + d), if both vary; v (A x + b) is a Lin.

    That a x + b is not constant, it says by a p with a p != 0, and of c x + d by a q with c q != 0.
    Nor is one, of a bit and a number, that number or 0 by the bit. Along a line, of numbers, the
    product moves by more than any K between two points that are 1 apart, or as far everywhere.
    """
    m, n = w.size("m"), w.size("n")
    a, c, p, q, x = (w.array(name, m) for name in "acpqx")
    b, d, one = w.number("b"), w.number("d"), w.ones(1)
    product = one * constants.multiply(a @ x + b, c @ x + d)
    steps = machines_of(constants.steps, w)
    none = NoStackThrough(steps, (((x,), product),), (x,))
    both_vary = All((Unequal(a @ p, 0), Unequal(c @ q, 0)))
    v, A, B, y = w.array("v", n), w.array("A", n, m), w.array("B", n), w.array("y", m)
    V = w.entries(lambda h, i, j: h.delta(i, j) * v[i], n, n)
    new_A, new_b = constants.scaled(V, A, B)
    fixed = machine_of(Lin(Token(y, m), Weight(new_A, n, m), Weight(new_b, n)), y)
    lin = machine_of(Lin(Token(y, m), Weight(A, n, m), Weight(B, n)), y)
    same = SameOutputs(w.machine(fixed, y), w.machine(Times(v, lin), y))
    lam = w.array("lam", 1)
    gated = (((concatenate([one * bit, lam]),), constants.gate(bit, lam)) for bit in (1, 0))
    no_gate = NoStackThrough(steps, tuple(gated), (lam,))
    return All((Implies(both_vary, none), same, no_gate, *_along_a_line(constants, w)))


def _along_a_line(constants: Constants, w: World) -> tuple[ForReals, ...]:
    """Where (alpha r + beta) (gamma r + delta) is Lipschitz in r; |alpha gamma| r is far out.

    And the number K + 1, or 0 by a bit, moves by more than K from one bit to the other.
    """
    alpha, beta, gamma, delta = w.reals("alpha beta gamma delta")
    K, r = w.reals("K r")

    def at(r: Any) -> Any:
        return constants.multiply(alpha * r + beta, gamma * r + delta)

    apart, mixed = at(r + 1) - at(r), abs(alpha * delta + beta * gamma)
    far = (abs(alpha * gamma) * r == K + mixed) & (r >= 0) & (K > 0) & (alpha * gamma != 0)
    return (
        ForReals(implies(far, abs(apart) > K)),
        ForReals(implies(alpha * gamma == 0, apart == at(1) - at(0 * r))),
        ForReals(iff(constants.possible(alpha, gamma), alpha * gamma == 0)),
        ForReals(implies(K > 0, abs(constants.gate(1, K + 1) - constants.gate(0, K + 1)) > K)),
    )


@dataclass(frozen=True)
class Times:
    """A machine whose outputs are multiplied with a vector that does not change."""

    v: Any
    machine: Any

    def initial_state(self) -> Any:
        """Return the machine's state."""
        return self.machine.initial_state()

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return its state after a token, and v times its output."""
        after, y = self.machine.step(state, x)
        return after, self.v * y


def by_three_directions(whole: All) -> Evidence:
    """Prove it along p, q and p + q, at (r + 1) u and r u: along one of them both maps vary."""
    said, same, no_gate, *line = cast(Any, whole).parts
    none = said.body
    (x,), r = none.over, sp.Symbol("r", real=True)
    a, c, p, q = (said.array(name) for name in "acpq")
    b, d = (next(v for v in symbols_of(none) if v.name == name) for name in "bd")
    one, choices = ones(none.runs[0][1].axes), []
    for u in (p, q, p + q):
        A, C = only(a @ u), only(c @ u)
        at, rest = ((x, u * (r + 1)),), A * C + A * d + C * b
        choices.append(UnboundedSlope((0, 0), at, ((x, u * r),), [u], one, A * C * 2, rest))
    kept = closed_under_composition(EveryStackIs(none.layers, "Lipschitz"))
    found = not_lipschitz(said, kept, choices, r)
    gate = not_lipschitz(no_gate, kept, [_by_a_bit(no_gate, r)], r)
    moves = simulation(same, same.other.state)
    return conjunction(whole, found, moves, gate, *map(prove, line))


def _by_a_bit(no_gate: NoStackThrough, r: sp.Symbol) -> UnboundedSlope:
    """One bit and the other, with the number r: the tokens are 1 apart, and the outputs r."""
    (lam,), ((on,), output), ((off,), _) = no_gate.over, *no_gate.runs
    at = ((lam, ones(lam.axes) * r),)
    return UnboundedSlope((0, 1), at, at, [on - off], ones(output.axes), 1)


token = Input(1)


@dataclass(frozen=True)
class Pair:
    """A program with Multi and one without, which may be the same map."""

    product: ForEach
    plain: ForEach


PAIRS = (
    Pair(ForEach(Multi(Concat(token, 0 * token + 1))), ForEach(1 * token)),
    Pair(ForEach(ReLU(token) * ReLU(-token)), ForEach(0 * token)),
)
SQUARES = (
    Pair(ForEach(token * token), ForEach(ReLU(token) + ReLU(-token))),
    Pair(ForEach(token * LinState(token, 1, 1)), ForEach(LinState(token, 1, 1))),
)


@check("solver")
def check_pairs(pairs):
    """The plain programs compute something else than those with Multi, for some two tokens."""
    for pair in pairs:
        same = prove_for_all_inputs(
            lambda xs, pair=pair: agree(pair.product(xs), pair.plain(xs)), {"xs": (2, 1)}
        )
        if same.verdict is Verdict.PROVED and pair.product.count(Multi):
            model = linear_rnn(pair.plain)
            at = {"program": repr(pair.product)}
            found = Counterexample(at, "no Linear RNN", f"{model}: {pair.plain!r}")
            return Evidence.refuted(found, routes=same.routes)
    return Evidence.holds("two pairs, all sequences of two tokens")


lam, bit, most = reals("lam bit most")


@check("solver")
def check_dynamic(bounded):
    """On bits bit * lam is not relu(lam - most (1 - bit)), for lam in the range that is given."""
    without = relu(lam - most * (1 - bit))
    inside = [lam >= 0, lam <= most] if bounded else [lam >= 0, lam > most]
    equal = prove_for_all(without == bit * lam, assume=[*inside, most > 0, (bit == 0) | (bit == 1)])
    if equal.verdict is Verdict.PROVED:
        found = "relu(lam - most (1 - bit)), for all lam(x) in [0, most] and both bits"
        at = {"lam": 2, "most": 3, "bit": 1}
        return Evidence.refuted(Counterexample(at, "impossible without Multi", found))
    return Evidence.holds("lam beyond the range, at bit = 0", routes=equal.routes)


CONSTANTS = Constants()

constants = Claim(
    id="lsrl/constants",
    title="Without Multi, a product of two affine maps is possible exactly when one is constant",
    source=Source(PAPER, f"{SEC_3}, constant and dynamic variables"),
    statement=r"(a r + b)(c r + d)\ \text{Lipschitz in } r \iff a c = 0; \quad"
    r" v \odot (A x + b) = (\mathrm{diag}(v) A) x + \mathrm{diag}(v) b;"
    r" \quad \text{no program is } (\mathrm{bit}, \lambda) \mapsto \mathrm{bit}\,\lambda",
    assumptions=(
        "a, c any vectors and b, d numbers; programs as stacks of steps, each of which adds the"
        " value of a node to those so far",
    ),
    subject=CONSTANTS,
    says=says_products,
    checks=(proof_of(says_products, by_three_directions),),
    mutants=(
        Mutant("sum", replace(CONSTANTS, multiply=lambda u, v: u + v), "u + v"),
        Mutant(
            "both", replace(CONSTANTS, possible=lambda a, c: (a == 0) & (c == 0)), "both constant"
        ),
        Mutant("one", replace(CONSTANTS, possible=lambda a, c: a == 0), "the first constant"),
        Mutant("bias-left", replace(CONSTANTS, scaled=lambda V, A, b: (V @ A, b)), "b as it was"),
        Mutant(
            "bounded-gate",
            replace(CONSTANTS, gate=lambda bit, lam: relu(lam - 10 * (1 - bit))),
            "a gate for lam <= 10",
        ),
    ),
    late=(
        Mutant(
            "wide",
            replace(CONSTANTS, steps={**PLAIN_STEPS, "relu": from_90(STEPS["multi"], "relu")}),
            "a product in place of a ReLU of 90 values or more",
        ),
        Mutant(
            "far",
            replace(CONSTANTS, multiply=lambda u, v: u * v if u < 10**9 else u),
            "the first factor alone from 10^9 on",
        ),
        Mutant(
            "possible-far",
            replace(CONSTANTS, possible=lambda a, c: (a == 0) | (c == 0) | (a > 10**9)),
            "possible where a is above 10^9",
        ),
        Mutant(
            "gate-far",
            replace(
                CONSTANTS,
                gate=lambda bit, lam: relu(lam - 10**9 * (1 - bit)),
            ),
            "a gate for lam <= 10^9",
        ),
    ),
    repairs=("lsrl/multi-not-linear", "lsrl/constants-lambda"),
    notes="The same bound shows that a value that may be arbitrarily large cannot be switched by a"
    " bit, so that lambda in eq. (7) has to bound all values.",
)

not_linear = Claim(
    id="lsrl/multi-not-linear",
    title="A program with Multi nodes cannot be compiled to a Linear RNN",
    source=Source(PAPER, f"{SEC_3}, compilation"),
    statement=r"\text{'If the program has Multi nodes, then it cannot be compiled to a Linear"
    r" RNN'}",
    subject=PAIRS,
    checks=(check_pairs,),
    controls=(Control("products", SQUARES),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/constants",
    notes="False of x times 1, and of relu(x) relu(-x), which is 0. True of a product of two"
    " affine maps that are not constant.",
)

dynamic = Claim(
    id="lsrl/constants-lambda",
    title="lambda in eq. (7) cannot be computed from the input",
    source=Source(PAPER, f"{SEC_3}, constant and dynamic variables"),
    statement=r"\text{'why } \lambda \text{ in Eq. 7 cannot be dynamically computed depending on"
    r" the input } x\text{'}",
    assumptions=("the condition is a bit, and lambda(x) is bounded",),
    subject=True,
    checks=(check_dynamic,),
    controls=(Control("unbounded", False),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/constants",
    notes="On bits lambda(x) cond = relu(lambda(x) - M (1 - cond)) for any M that bounds lambda(x)."
    " What has to be constant is M.",
)
