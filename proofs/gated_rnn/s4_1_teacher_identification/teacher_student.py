r"""Section 4.1: what can be said of the teacher and its student without training.

What units of the input gate take in, and what a loss of zero on random sequences shows. Degrees:
`degrees.py`; what linear decoding of keys and values rests on: `key_value_space.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any

import flint

from constructions.arrays import EXACT, polynomials
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.few_token_counterexamples import (
    one_token_counterexample,
    two_token_counterexample,
)
from proofs.gated_rnn import PAPER
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    Verdict,
    World,
    check,
    instances_of,
    proof_of,
    simulation,
)


@dataclass(frozen=True)
class GateForm:
    """A unit of the input gate as a polynomial in its token, from rows (m, m_1) and (x, x_1)."""

    linear: Callable[..., Any]
    constant: Callable[[Any, Any], Any]


def says_no_lower_terms(form: GateForm, w: World) -> Conclusion:
    """A unit takes in the quadratic form and these terms, which are 0 if m_1 = n_1 = 0."""
    d, m_1, n_1 = w.size("d"), w.number("m_1"), w.number("n_1")
    m, n, x = (w.array(name, d) for name in ("m", "n", "x"))

    def both(of: Callable[[Any, Any], Any]) -> Any:
        def entry(helper: Any) -> Any:
            return of(*(helper.sum(lambda a, row=row: row[a] * x[a], d) for row in (m, n)))

        return w.entries(entry)

    unit = both(lambda mx, nx: (mx + m_1) * (nx + n_1))
    terms = both(lambda mx, nx: mx * nx + form.linear(m_1, n_1, mx, nx) + form.constant(m_1, n_1))
    rest = both(lambda mx, nx: form.linear(0, 0, mx, nx) + form.constant(0, 0))
    return All((Equal(unit, terms), Equal(rest, w.entries(lambda *_: 0))))


no_lower_terms = Claim(
    id="gated-rnn/s4.1-no-degree1",
    title="If the last columns of the input gate are 0, a unit takes in a pure quadratic form",
    source=Source(PAPER, "Sec. 4.1"),
    statement=r"(m^\top x + m_1)(n^\top x + n_1) = (m^\top x)(n^\top x)"
    r" + m_1\,n^\top x + n_1\,m^\top x + m_1n_1",
    subject=GateForm(lambda m_1, n_1, mx, nx: m_1 * nx + n_1 * mx, lambda m_1, n_1: m_1 * n_1),
    says=says_no_lower_terms,
    checks=(proof_of(says_no_lower_terms), instances_of(says_no_lower_terms)),
    mutants=(
        Mutant(
            "crossed", GateForm(lambda m_1, n_1, mx, nx: n_1 * nx + m_1 * mx, lambda u, v: u * v)
        ),
        Mutant("no-constant", GateForm(lambda u, v, mx, nx: u * nx + v * mx, lambda u, v: 0)),
    ),
    late=(
        Mutant(
            "capped",
            GateForm(lambda u, v, mx, nx: u * nx + v * mx, lambda u, v: u * v if u < 1000 else 0),
            "no constant for large last columns",
        ),
    ),
    notes="One column that is 0 would leave linear terms; both have to be.",
)


@dataclass(frozen=True)
class Cumulative:
    """Units with a factor lambda, by their number, whose states are to decode to sums."""

    factor: Callable[[Any], Any] = lambda _n: 1


@dataclass(frozen=True)
class Units:
    """The machine h' = lambda h + g on what the units take in, which puts out C h."""

    C: Any
    lam: Any
    start: Any

    def initial_state(self) -> Any:
        """Return the state before the first token."""
        return self.start

    def step(self, state: Any, g: Any) -> tuple[Any, Any]:
        """Return the state after a token, and what it decodes to."""
        after = state * self.lam + g
        return after, self.C @ after


@dataclass(frozen=True)
class DecodedSums:
    """The machine that adds up what the units' inputs decode to, C g, and puts out the sum."""

    C: Any
    start: Any

    def initial_state(self) -> Any:
        """Return the sum of nothing."""
        return self.start

    def step(self, state: Any, g: Any) -> tuple[Any, Any]:
        """Return the sum with a token, and put it out."""
        after = state + self.C @ g
        return after, after


def says_cumulative(cumulative: Cumulative, w: World) -> Conclusion:
    """On all sequences g(x_1), g(x_2), ... the sums of C g(x_t), the key-values, are C h_t."""
    d, n = w.size("d"), w.size("n")
    C, taken_in = w.array("C", d, n), w.array("g", n)
    units = Units(C, w.call(cumulative.factor, n), w.zeros(n))
    sums = DecodedSums(C, w.zeros(d))
    return SameOutputs(w.machine(sums, taken_in), w.machine(units, taken_in))


def by_decoding(same: Any) -> Evidence:
    """Prove it, as the sum is C h."""
    return simulation(same, same.array("C") @ same.other.state)


@check("exact")
def check_sums_on_a_network(cumulative: Cumulative) -> Evidence:
    """Accumulators S_11, S_12, S_22 of a network: S after three tokens is the sum of squares."""
    network = one_token_counterexample()
    lam = EXACT.array([cumulative.factor(3)] * 3 + [0, 0])
    state = network.initial_state()
    tokens = EXACT.array([[1, 2], [3, -1], [0, 2]])
    for x in tokens:
        taken, _ = network.step(network.initial_state(), x)
        state = lam * state + taken
    wanted = sum(x[0] * x[1] for x in tokens)
    if state[1] != wanted:
        return Evidence.refuted(Counterexample({"x": tokens}, str(state[1]), str(wanted)))
    return Evidence.holds("three tokens")


cumulative = Claim(
    id="gated-rnn/s4.1-cumulative",
    title="If what units with lambda = 1 take in decodes to key-values, so do their states",
    source=Source(PAPER, "Sec. 4.1"),
    statement=r"v_tk_t^\top = C\,g(x_t)\;\forall t,\;\lambda = 1 \implies"
    r" \sum_{t'\le t} v_{t'}k_{t'}^\top = C\,h_t",
    subject=Cumulative(),
    says=says_cumulative,
    checks=(
        proof_of(says_cumulative, by_decoding),
        instances_of(says_cumulative),
        check_sums_on_a_network,
    ),
    mutants=(
        Mutant("doubling", Cumulative(factor=lambda _n: 2), "lambda = 2"),
        Mutant("forgetful", Cumulative(factor=lambda _n: 0), "lambda = 0"),
    ),
    late=(
        Mutant("many", Cumulative(factor=lambda n: 1 if n < 40 else 2), "lambda = 2 from 40 on"),
    ),
)


@dataclass(frozen=True)
class ZeroLoss:
    """Zero loss on random sequences of one length is said to give zero loss at another."""

    trained: int
    tested: int


@check("exact")
def check_zero_loss(said: ZeroLoss) -> Evidence:
    """A polynomial that vanishes with probability 1 under a law with a density is 0.

    So zero loss up to length T is equality up to T. The counterexamples on one and on two tokens
    have zero loss up to T = 1 and 2, and not at T = 2 and 3: the exact loss is the Gaussian mean of
    the square of the difference.
    """
    layer = LinearAttention(EXACT.eye(2), EXACT.eye(2), EXACT.eye(2))
    shown = []
    for network in (one_token_counterexample(), two_token_counterexample()):
        losses = {T: _gaussian_loss(network, layer, T) for T in (said.trained, said.tested)}
        if losses[said.trained] != 0:
            continue
        shown.append(network)
        if losses[said.tested] != 0:
            return Evidence.refuted(
                Counterexample(
                    {"trained at T": said.trained, "tested at T": said.tested},
                    claimed="zero loss",
                    found=f"E|y - y'|^2 = {losses[said.tested]}",
                    explanation="The network agrees with attention on fewer tokens.",
                )
            )
    if not shown:
        return Evidence.vacuous(f"No counterexample has zero loss up to T = {said.trained}.")
    return Evidence.holds(
        f"{len(shown)} counterexample of zero loss up to T = {said.trained}",
        words=("a polynomial that is 0 with probability 1 under a law with a density is 0",),
    )


def _gaussian_loss(network: GatedRNN, layer: LinearAttention, length: int) -> Any:
    """The sum over t <= T of E |y_t - y'_t|^2 for standard Gaussian tokens, from polynomials."""
    xs = polynomials(x=(length, 2)).symbols("x")
    total = flint.fmpq(0)
    for mine, theirs in zip(network(xs).flat, layer(xs).flat, strict=True):
        for powers, coefficient in ((mine - theirs) ** 2).terms():
            degrees = [int(k) for k in powers]
            if not any(k % 2 for k in degrees):
                total += coefficient * prod(prod(range(k - 1, 0, -2)) for k in degrees)
    return total


loss_is_not_enough = Claim(
    id="gated-rnn/s4.1-loss-insufficient",
    title="A loss of zero at one length shows equality up to this length, and no further",
    source=Source(PAPER, "Sec. 4.1"),
    statement=r"\sum_{t\le T} E\|y_t - y_t'\|^2 = 0"
    r" \iff y_t = y_t' \text{ as polynomials},\; t \le T",
    assumptions=(
        "tokens i.i.d. of a law with a density, so that polynomials are told apart",
        "shown on counterexamples of $d = 2$ that are right up to one and up to two tokens",
    ),
    subject=ZeroLoss(trained=2, tested=1),
    checks=(check_zero_loss,),
    mutants=(
        Mutant("longer", ZeroLoss(trained=1, tested=2), "equality at greater lengths"),
        Mutant("one-more", ZeroLoss(trained=2, tested=3), "one token more"),
    ),
    expect=Verdict.HOLDS,
    notes="A small loss bounds the coefficients, as norms of polynomials of bounded degree are"
    " equivalent, but by constants that depend on d and T. At T = 32 as trained, and lambda in"
    " {0, 1}, zero loss would be equality at all lengths (gated-rnn/x3-certificate). A proof would"
    " need the fact that polynomials with a mean square of 0 under a law with a density are 0,"
    " which is in words here; and a network for each T that is right up to T tokens and wrong at"
    " T + 1, of which there are two, for T = 1 and 2.",
)
