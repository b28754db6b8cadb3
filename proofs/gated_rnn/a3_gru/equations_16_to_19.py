"""GRUs: that the cell is the paper's, that it is not Flax's, and that it multiplies.

Section 3.3 and Appendix A.3 say that a GRU cannot multiply keys and values. Its update gate times
its candidate is such a product; what it adds up stands beside the state, not in its place.
"""

from constructions.activations import identity, linear_sigmoid
from constructions.arrays import balls
from constructions.cells.gru import GRU, FlaxGRU, GRUActivations
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.equations import (
    GATE_SIZES,
    Equations,
    gate_argument,
    gate_weights,
    with_gates_renamed,
)
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
    instances_of,
    proof_of,
    prove_degree_at_most,
)

PARTS = "rzh"


def eqs_16_to_19(notation, state, x, w, of):
    """Return the state after a token, twice: as the state and as the output."""
    (h,) = state

    def argument(part, h):
        return gate_argument(notation, w, part, x, h)

    r, z = of["r"](argument("r", h)), of["z"](argument("z", h))
    candidate = of["candidate"](argument("h", notation.array("n", lambda i: r[i] * h[i])))
    after = notation.array("n", lambda i: (1 - z[i]) * h[i] + z[i] * candidate[i])
    return (after,), after


EQUATIONS = Equations(
    eqs_16_to_19,
    state=("n",),
    inputs="m",
    weights=gate_weights("rzh"),
    functions={"r": linear_sigmoid, "z": linear_sigmoid, "candidate": identity},
    values="n",
    printed=("h of eqs. (16) to (19)", "h of eqs. (16) to (19)"),
)


def paper_gru(functions, w):
    """Return the library's GRU."""
    return GRU(**w, activations=GRUActivations(**functions))


def flax_gru(functions, w):
    """Return Flax's default GRU, its further bias 0."""
    return FlaxGRU(**w, b_n=w["b_h"] * 0, activations=GRUActivations(**functions))


def _keeps_by_z(functions, w):
    """The cell with z h + (1 - z) candidate: the update gate the other way round."""
    return paper_gru({**functions, "z": lambda u: 1 - functions["z"](u)}, w)


def _without_reset(functions, w):
    return paper_gru({**functions, "r": lambda u: u * 0 + 1}, w)


@check("exact")
def check_equations(make):
    """The outputs are the same polynomials in all weights and tokens as those of the equations."""
    return EQUATIONS.as_polynomials(make, GATE_SIZES)


CHECKS = (proof_of(EQUATIONS.says), instances_of(EQUATIONS.says), check_equations)

definition = Claim(
    id="gated-rnn/eq-16",
    title="The library's GRU is that of eqs. (16) to (19)",
    source=Source(PAPER, "App. A.3, eqs. (16)-(19)"),
    statement=r"h_{t+1} = (1 - z) \odot h_t + z \odot"
    r" \tanh(U_h x_{t+1} + V_h (r \odot h_t) + b_h)",
    assumptions=("any functions in place of $\\sigma$ and $\\tanh$", "$h_0 = 0$"),
    covers=("gated-rnn/eq-17", "gated-rnn/eq-18", "gated-rnn/eq-19"),
    repairs=("gated-rnn/new-flax-gru",),
    subject=paper_gru,
    says=EQUATIONS.says,
    checks=CHECKS,
    mutants=(
        Mutant("gates-exchanged", with_gates_renamed(paper_gru, r="z", z="r"), "r for z"),
        Mutant(
            "candidate-for-gate",
            with_gates_renamed(paper_gru, h="z", z="h"),
            "the candidate's weights in the gate",
        ),
        Mutant("keeps-by-z", _keeps_by_z, "z h + (1 - z) candidate"),
        Mutant("no-reset", _without_reset, "r = 1"),
        Mutant("flax", flax_gru, "Flax's default"),
    ),
    late=(
        Mutant(
            "wide",
            lambda functions, w: (paper_gru if w["b_h"].shape[0] < 40 else _keeps_by_z)(
                functions, w
            ),
            "z h + (1 - z) candidate from 40 units on",
        ),
    ),
)

flax = Claim(
    id="gated-rnn/new-flax-gru",
    title="Flax's default GRU, with which the paper's code runs, is that of eqs. (16) to (19)",
    source=Source(PAPER, "App. A.3 and D"),
    statement=r"h' = (1 - z) \odot \tanh(U_h x + b_h + r \odot V_h h) + z \odot h",
    assumptions=(
        "read literally: the same weights give the same outputs, whatever the functions; the"
        r" counterexample has $\sigma(u) = \frac12 + \frac14 u$, $\tanh(u) = u$",
    ),
    subject=flax_gru,
    says=EQUATIONS.says,
    checks=CHECKS,
    controls=(Control("paper", paper_gru, "the cell of eqs. (16) to (19)"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/eq-16",
    notes="Flax resets after the matrix V_h instead of before, and its z keeps the state. The"
    " second is a change of sign in the weights of z; the first is another class of maps. Flax's"
    " documented formulas are taken; Flax itself is not run.",
    new=True,
)


def one_unit(x, h, **w):
    """Return the state of a linearised GRU of one unit after one token."""
    gru = GRU(**w, activations=GRUActivations.with_gates(linear_sigmoid))
    return gru.step(h, x)[1]


ONE_UNIT = {f"{k}_{p}": (1, 1) if k != "b" else (1,) for k in "UVb" for p in PARTS} | {"h": (1,)}


@check("proof")
def check_degree_in_the_token(bound):
    """The degree in the current token of a linearised GRU, for all weights and states."""
    return prove_degree_at_most(one_unit, bound, inputs={"x": (1,)}, weights=ONE_UNIT)


@check("bound")
def check_mixed_difference(bound):
    """The mixed difference in key and value of a true GRU: 0 if it does not multiply them.

    One unit, z = sigma(k), candidate tanh(v), from the state 0, at k, v in {0, 1}.
    """
    system = balls(128)
    row, one, none = system.array([[0, 0]]), system.array([[1]]), system.array([0])
    gate, candidate = system.array([[1, 0]]), system.array([[0, 1]])
    gru = GRU(row, one * 0, none, gate, one * 0, none, candidate, one * 0, none)

    def output(k, v):
        return gru(system.array([[k, v]]))[0, 0]

    with system.scope():
        mixed = output(1, 1) - output(1, 0) - output(0, 1) + output(0, 0)
    if bound >= 2:
        return Evidence.holds("A product is within the bound.", figures={"mixed": str(mixed)})
    if not abs(mixed) > 0:
        return Evidence.undecided("The balls do not tell the difference from 0.")
    return Evidence.refuted(
        Counterexample(
            {"k": [0, 1], "v": [0, 1], "U_z": 1, "U_h": 1},
            claimed="mixed difference 0",
            found=mixed.str(8, radius=False),
            explanation="z times the candidate is sigma(k) tanh(v).",
        )
    )


no_product = Claim(
    id="gated-rnn/s3.3-gru-no-product",
    title="A GRU has no mechanism to multiply keys and values",
    source=Source(PAPER, "Sec. 3.3"),
    statement=r"\deg_{x_t} h_t \le 1 \text{ for linearised functions, all weights and states}",
    subject=1,
    checks=(check_degree_in_the_token, check_mixed_difference),
    controls=(Control("repaired", 2, "degree 2: the update gate times the candidate"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/x8-degree-table",
    notes="z times the candidate is a product of two maps of the token.",
)
