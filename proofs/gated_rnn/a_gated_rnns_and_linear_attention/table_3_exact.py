"""Table 3 for the true functions and finite weights: no row is exact.

Sigmoid and tanh are bounded, so after a token an output is at most a constant times one plus the
size of the token: in each product of a cell all factors but one are bounded. That stays so in
stacks. Attention grows like s^3 along a ray of tokens, the gated RNN like s^4, wherever they are
not 0. `says_no_stack` says it of the shipped cells, `by_rays` is the proof.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

import sympy as sp

from constructions.activations import linear_sigmoid
from constructions.arrays import EXACT, balls, sigmoid, tanh
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.layer_degrees import (
    ARCHITECTURES,
    LINEARISED,
    MAJORISED,
    Functions,
    Layers,
    numbered,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.linearised_layers import DEGREES, SHORT
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.table_3_lstm import LSTM_ATTENTION
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.token_degrees import (
    ATTENTION,
    GATED,
    SIZES,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.true_layers import (
    Growth,
    at_most_linear,
    layers_of,
    targets,
)
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Equal,
    EveryStackIs,
    Evidence,
    Implies,
    Less,
    Mutant,
    NoStackThrough,
    Ray,
    Source,
    Verdict,
    World,
    all_of,
    check,
    closed_under_composition,
    conjunction,
    proof_of,
    prove,
    prove_degree_at_most,
    prove_for_all,
    reals,
    superlinear,
)
from theorem_checks.statements.terms import put, replacement

POSITIVE = ("LRU", "LRU In-Out", "LSTM")


@dataclass(frozen=True)
class Rows:
    """Rows of the table: what is said to be true of their layers, and of the targets.

    **Fields**: the `architectures`; `sigma` and `tanh` of their cells, and what `growth` the
    activations of their perceptrons have; of which power of s a target is a multiple on s v.
    """

    architectures: tuple[str, ...]
    sigma: Any = sigmoid
    tanh: Any = tanh
    growth: Growth = at_most_linear
    degrees: Mapping[str, int] = field(default_factory=lambda: DEGREES)


def says_no_stack(rows: Rows, w: World) -> All:
    """No stack of the cells and linear maps is a target on all sequences of one token, t.

    Stacks have any number of cells, of any sizes and weights, in any order; targets any weights of
    which the output at some token v is not 0. On s v it is a power of s times that.
    """
    s = w.number("s")
    kinds = [layers_of(name, rows.sigma, rows.tanh, rows.growth, w) for name in rows.architectures]
    parts: list[Any] = []
    for number, (target, size, output) in enumerate(targets(w)):
        t, v = w.array(f"t{number}", size), w.array(f"v{number}", size)
        not_zero = Less(0, output(v) @ output(v))
        parts.append(Equal(output(s * v), s ** rows.degrees[target] * output(v)))
        runs = (((t,), output(t)),)
        parts += [Implies(not_zero, NoStackThrough(layers, runs, (t,))) for layers in kinds]
    return All(tuple(parts))


def by_rays(whole: All) -> Evidence:
    """Prove it: every stack is at most linear, and along the ray of r v a target is not."""
    r, proofs, number = sp.Symbol("r", real=True), [], -1
    for part in whole.parts:
        if isinstance(part, Equal):  # which begins what is said of a target
            number += 1
            proofs.append(prove(part))
            continue
        said = cast(Implies, part)
        none, v = cast(NoStackThrough, said.body), said.hypothesis.array(f"v{number}")
        (t,), ((_, wanted),) = none.over, none.runs
        at_v, power = put(wanted, replacement(t, v)), DEGREES[(ATTENTION, GATED)[number]]
        ray = Ray(0, ((t, v * r),), [v], at_v, cast(Less, said.hypothesis).rhs, power)
        kept = closed_under_composition(EveryStackIs(none.layers, "at most linear"))
        proofs.append(superlinear(said, kept, ray, r))
    return conjunction(whole, *proofs)


@check("bound", kills=("unbounded-functions",))
def check_far_tokens(rows):
    """One cell of each kind with integer weights, at the token and state 10^3, in balls."""
    far, system = 1000, balls(128)
    for architecture in rows.architectures:
        functions = Functions(rows.sigma, rows.tanh, lambda u: rows.growth(u, 1))
        layers = Layers(architecture, 1, functions)
        with system.scope():
            weights = {name: system.array(v) for name, v in numbered(layers.weights).items()}
            states = {name: system.array([far]) for name in layers.states}
            after, output = layers.run(system.array([far]), **weights, **states)
            found = max(abs(value) for part in (*after, output) for value in part.flat)
        if not found <= (allowed := LARGEST * (far + 1)):
            values = {"architecture": architecture, "x": far, "states": far}
            told = f"at most {LARGEST} (1 + |x|) = {allowed}"
            return Evidence.refuted(Counterexample(values, told, found.str(8, radius=False)))
    return Evidence.holds(f"x = {far}: at most {LARGEST} (1 + |x|)")


LARGEST = 10**6  # times a token, for weights up to 6 in three cells and a readout
TRUE = Rows(())
SOME = r"weights of which the target's output at some first token is not 0"
ASSUMPTIONS = (
    "true $\\sigma$ and $\\tanh$; perceptrons: any activation of linear growth",
    "finite weights, linear embedding and readout; " + SOME,
)
GROWTH = (
    r"|y^{layers}_t| \le c_t\,(1 + \max_s |x_s|) \quad\text{but}\quad y(s v) = s^3 y(v), s^4 y(v)"
)
UNBOUNDED = "gates that grow like their arguments, perceptrons of squares"
CHECKS = proof_of(says_no_stack, by_rays).killing("other-powers"), check_far_tokens


def _late_gate(u):
    """Return the sigmoid of fewer than 50 units, and its linear part of more."""
    return sigmoid(u) if u.shape[0] < 50 else linear_sigmoid(u)


def _late_growth(u, bounded):
    """Return what is at most linear in fewer than 50 units, and squares of more."""
    return at_most_linear(u, bounded) if u.shape[0] < 50 else bounded * u * u


def _slips(rows):
    """Return the mutants and the late ones of a claim about rows."""
    wrong = replace(rows, sigma=linear_sigmoid, tanh=linear_sigmoid, growth=lambda u, b: b * u * u)
    powers = replace(rows, degrees={name: 6 - degree for name, degree in DEGREES.items()})
    mutants = (
        Mutant("unbounded-functions", wrong, UNBOUNDED),
        Mutant("other-powers", powers, "s^3 and s^2 for s^3 and s^4"),
    )
    gates = replace(rows, sigma=_late_gate, growth=_late_growth)
    return mutants, (Mutant("many-units", gates, "unbounded functions of 50 units and more"),)


def _exact_claim(architecture):
    row = replace(TRUE, architectures=(architecture,))
    mutants, late = _slips(row)
    return Claim(
        id=f"gated-rnn/new-tab3-{SHORT[architecture]}-exact",
        title=f"No number of {architecture} layers is exactly the gated RNN, or attention",
        source=Source(PAPER, "Table 3, caption"),
        statement=GROWTH,
        assumptions=ASSUMPTIONS,
        subject=row,
        says=says_no_stack,
        checks=CHECKS,
        mutants=mutants,
        late=late,
        new=True,
    )


POSITIVE_ROWS = replace(TRUE, architectures=POSITIVE)
MUTANTS, LATE = _slips(POSITIVE_ROWS)
none_exact = Claim(
    id="gated-rnn/new-tab3-none-exact",
    title="No positive row of Table 3 is exact: no number of such layers is either map",
    source=Source(PAPER, "Table 3, caption, and App. A"),
    statement=GROWTH,
    assumptions=ASSUMPTIONS,
    subject=POSITIVE_ROWS,
    says=says_no_stack,
    checks=CHECKS,
    mutants=MUTANTS,
    late=LATE,
    new=True,
    repairs=("gated-rnn/tab3-exactly",),
    notes="What is true of these rows, for linear functions and in the limit, the claims of their"
    " cells say.",
)

LRU_EXACT, IN_OUT_EXACT, MLP_EXACT, LSTM_EXACT, GRU_EXACT = map(_exact_claim, ARCHITECTURES)


def _grows_slowly(functions):
    """Evidence that the printed positive rows are at most linear, by degrees at size 1."""
    layers = {name: Layers(name, 1, functions) for name in POSITIVE}
    linear = {
        f"{name}: a layer is at most linear": prove_degree_at_most(
            layer.run, 1, inputs={"x": (1,), **layer.states}, weights=layer.weights
        )
        for name, layer in layers.items()
    }
    return all_of(
        linear,
        f"{', '.join(POSITIVE)}: one layer, all weights, one token",
        words=(r"$|\sigma| < 1$, $|\tanh| < 1$", SIZES),
    )


def _beyond_the_bound():
    """A token at which attention exceeds all that a given LSTM can answer."""
    ones = {name: EXACT.ones((1, 1)) for name in ("W_V", "W_K", "W_Q")}
    network = LSTM_ATTENTION.network(ones, EXACT.array("1/4"), "real")
    readout = max(name for name in network.weights() if name.endswith(".W"))
    bound = sum(abs(entry) for entry in network.weights()[readout].flat)
    token = 1
    while token**3 <= bound:
        token += 1
    return token, bound


@check("proof")
def check_exactly(functions):
    """For the printed positive rows: whether the growth of their layers allows for the targets."""
    grows = _grows_slowly(functions)
    if not grows.verdict.passes:
        return Evidence.holds("The layers grow fast enough.")
    token, bound = _beyond_the_bound()
    return Evidence.refuted(
        Counterexample(
            {"d": 1, "W_V": 1, "W_K": 1, "W_Q": 1, "x": token, "eps": "1/4"},
            claimed=f"y = {token**3}",
            found=f"|y| <= {bound}, by an LSTM layer whatever the token is",
            explanation="All layers of the table grow at most linearly.",
        ),
        parts=(grows,),
    )


@check("solver")
def check_bounded_factor(functions):
    """C times a gate of x times x, whatever c > 0 is, against x^3: too small where x^2 > c.

    The gate is the affine function that stands for sigma.
    """
    c, x = reals("c x")
    offset, at_one = functions.sigma(EXACT.array([0, 1]))
    gate = x * str(at_one - offset) + str(offset)
    found = prove_for_all(c * gate * x < x * x * x, assume=[c > 0, x > 0, x * x > c])
    if found.verdict is Verdict.REFUTED:
        return Evidence.holds("The gate grows with its argument.", routes=found.routes)
    if not found.verdict.passes:
        return found
    return Evidence.refuted(
        Counterexample(
            {"c": 1, "x": 2},
            claimed="c s x = 8 for the gate s of some x",
            found="c s x <= 2, as s <= 1",
        ),
        parts=(found,),
    )


exactly = Claim(
    id="gated-rnn/tab3-exactly",
    title="The layers counted in Table 3 implement gated RNN and attention exactly",
    source=Source(PAPER, "Table 3, caption, and App. A"),
    statement=r"y^{layers}_t = y_t \text{ for all inputs, with } \sigma \text{ and } \tanh",
    assumptions=("finite weights",),
    subject=MAJORISED,
    checks=(check_exactly, check_bounded_factor),
    controls=(Control("linearised", LINEARISED, "linear functions in their place"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/new-tab3-none-exact",
    notes="The table is right, but for the GRU, where sigmoid and tanh are replaced by their linear"
    " parts. With the true functions the networks come near, as their scale goes to 0.",
)
