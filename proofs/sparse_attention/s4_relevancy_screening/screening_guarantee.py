"""The guarantee of Section 4: for states that are stored, and for states that are not.

Linear phi, f(h, c) = h + c, scalar V = v >= 0, attention uniform on S_t and R_t. A state in S_T or
R_T is one hop away. A state that was never stored is reached through the window of the last nu
states alone, nu steps of time a hop.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from constructions.cells.attentive_rnn import AttentiveRNN, attention_hops, uniform_attention
from proofs.sparse_attention import PAPER
from theorem_checks import (
    AtMost,
    Claim,
    Control,
    Counterexample,
    Evidence,
    Ground,
    Implies,
    Mutant,
    Source,
    Verdict,
    all_of,
    certificate,
    check,
    proof_of,
    prove_by_induction,
    prove_identity,
)
from theorem_checks.certifying.lemmas import lemmas

GUARANTEE = Source(PAPER, "Sec. 4, last paragraph")
SETTING = (
    r"$s_t = h_t + \frac{1}{|M_t|}\sum_{i \in M_t} h_i$, $M_t = S_t \cup R_t$, $h_{t+1} = v s_t$,"
    r" $v \ge 0$",
    r"$S_t = \{h_{t-\nu+1}, \dots, h_t\}$",
)


def screened(nu, kept, end):
    """Return uniform attention to the last nu states and, once they have left, those kept."""
    return uniform_attention(
        {
            t: {*range(max(1, t - nu + 1), t + 1), *(i for i in kept if i <= t - nu)}
            for t in range(1, end + 1)
        }
    )


def printed(v, nu, rho, d):
    """Return the rate that is promised for every state."""
    return 1 / (nu + rho) ** d


def with_v(v, nu, rho, d):
    """Return the bound with the factor of V: v^(d-1) (nu + rho)^-d."""
    return v ** (d - 1) / (nu + rho) ** d


@check("exact")
def check_state_not_stored(rate):
    """R = {h_1} and t = 2, which is never stored: D against a thousandth of the rate."""
    for nu, v in ((1, Fraction(1, 4)), (2, Fraction(1, 8))):
        attention = screened(nu, {1}, 60)
        derivatives = AttentiveRNN(v, attention).derivatives(2, 60, Fraction(1))
        for T in (2, 10, 30, 60):
            d = attention_hops(attention, 2, T)
            if derivatives[T] * 1000 < (stated := rate(v, Fraction(nu), 1, d)):
                values = {"nu": nu, "rho": 1, "v": v, "R": "{h_1}", "t": 2, "T": T, "d": d}
                return Evidence.refuted(
                    Counterexample(
                        values,
                        claimed=f"ds_T/dh_t >= c * {float(stated):.3g}",
                        found=f"ds_T/dh_t = {float(derivatives[T]):.3g}",
                        explanation="This excludes every c >= 1/1000.",
                    )
                )
    return Evidence.holds("nu <= 2, rho = 1, T <= 60")


@check("proof")
def check_state_not_stored_for_all_lengths(rate):
    """For nu = rho = 1, R = {h_1}, t = 2, v = 1/4, every T: D against the rate, d = T - 1 hops.

    s_T = h_T + (h_1 + h_T)/2 and h_1 does not move, so that D = ds_T/dh_t = (3/2) (3v/2)^(d-1). If
    D/rate falls by a constant factor below 1 with each step, there is no c > 0.
    """
    d = sp.Symbol("d", integer=True, positive=True)
    v, one = sp.Rational(1, 4), sp.Integer(1)
    derivative = sp.Rational(3, 2) * (sp.Rational(3, 2) * v) ** (d - 1)
    step = sp.Rational(3, 2) * v * rate(v, one, one, one) / rate(v, one, one, 2 * one)
    parts = all_of(
        {
            "one hop": prove_identity(derivative.subs(d, 1), sp.Rational(3, 2)),
            "one hop more": prove_identity(
                derivative.subs(d, d + 1), v * derivative * sp.Rational(3, 2)
            ),
            "the ratio": prove_identity(
                rate(v, one, one, d + 1) * step, sp.Rational(3, 2) * v * rate(v, one, one, d)
            ),
        },
        "nu = rho = 1, t = 2, R = {h_1}, v = 1/4, every T",
    )
    if not parts.verdict.passes or step >= 1:
        return parts
    return Evidence.refuted(
        Counterexample(
            {"nu": 1, "rho": 1, "v": v, "R": "{h_1}", "t": 2, "d": "T - 1"},
            claimed=f"ds_T/dh_t >= c * {rate(v, one, one, d)} for some c > 0",
            found=f"ds_T/dh_t = {derivative}",
            explanation=f"Their ratio falls by the factor {step} with each step, to 0.",
        ),
        parts=(parts,),
    )


guarantee = Claim(
    id="sparse-attention/guarantee",
    title="Screening guarantees Omega((rho + nu)^-d) for every t >= 0, V being 'mild'",
    source=GUARANTEE,
    statement=r"\|\nabla_{h_t} L\| = \Omega(1/(\rho + \nu)^d) \text{ for all } t \ge 0",
    assumptions=(
        *SETTING,
        r"'mild assumptions on $V$' (Theorem 2) read as: $V = v$ is invertible, and $0 < v < 1$",
    ),
    subject=printed,
    checks=(check_state_not_stored_for_all_lengths, check_state_not_stored),
    controls=(Control("with-v", with_v, "one factor v for each state passed"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/guarantee-stored",
    notes="As long as no later state is stored, one that is not is further away with every step:"
    " d grows with T, and so does the number of factors V that the rate leaves out. A later state"
    " that is stored bounds d, and the factors V on the way to it stay. (There is no h_0 either.)",
)


@dataclass(frozen=True)
class Stored:
    """The bound for a state that s_T reads, and the network."""

    bound: Callable[..., Any] = lambda v, nu, rho: 1 / (nu + rho)
    network: Callable[..., Any] = AttentiveRNN


class Weights:
    """Weights of attention by a function of the times: `[t][i]` is weight(t, i)."""

    def __init__(self, weight):
        self.weight = weight

    def __getitem__(self, t):
        return Row(lambda i: self.weight(t, i))


def attending(network: Callable[..., Any], v: Any, weight: Callable[..., Any]) -> Any:
    """Return a network of weights by a function of the times."""
    return network(v, Weights(weight))


class Row:
    """The weights of one time."""

    def __init__(self, weight):
        self.weight = weight

    def __getitem__(self, i):
        return self.weight(i)


INSTANCES = [
    {"v": v, "nu": nu, "rho": 1, "T": T}
    for v, nu, T in ((0, 1, 2), (0, 3, 2), (0, 2, 3), (40, 1, 0), (40, 2, 0))
]


class Moved:
    """How the states move with h_t, times counted from t: h_t by 1, others as outputs D move."""

    def __init__(self, network, D):
        self.network, self.D = network, D

    def __getitem__(self, i):
        return 1 if i == 0 else self.network.recur(self.D[i - 1])


def output(network, D, T, w, name):
    """Return ds_{t+T}/dh_t from those before it, times counted from t; `name` is an index."""

    def total(part, first, last):
        return part(first) + w.sum(part, name, first + 1, last)

    return network.read(T, Moved(network, D), 0, total)


def derivatives_of(network, w):
    """Return the sequence ds_{t+T}/dh_t of a network, times counted from t."""
    first = network.read(0, Moved(network, ()), 0, lambda part, first, last: part(first))
    return w.recurrence("D", first, lambda D, T: output(network, D, T + 1, w, "i"))


def says_stored(stored, w):
    """D_T, by the shipped network, is at least the bound where s_T reads h_t; times from t on.

    M_T is any set, of |M_T| states, between 1 and nu + rho: `in_M[T, i]` is 1 for those in it and 0
    for others, and here any natural number.
    """
    v, nu, rho = w.number("v", nonnegative=True), w.size("nu"), w.size("rho")
    size = w.sequence(
        "size", lambda size, T: AtMost(size[T], nu + rho), integer=True, positive=True
    )
    in_M = w.table("in_M", integer=True, nonnegative=True)
    network = attending(stored.network, v, lambda T, i: in_M[T, i] / size[T])
    D, bound = derivatives_of(network, w), w.call(stored.bound, v, nu, rho)
    return w.for_all("T", lambda T: Implies(AtMost(1, in_M[T, 0]), AtMost(bound, D[T])))


@check("exact")
def check_stored_when_run(stored):
    """h_1 kept in R: T up to 12, several v; equality at v = 0."""
    for nu in (1, 2, 3):
        for kept in ({1}, {1, 2}, {1, 3, 4}):
            attention = screened(nu, kept, 12)
            for v in (Fraction(0), Fraction(1, 4), Fraction(2)):
                network = stored.network(v, attention)
                found = network.derivatives(1, 12, Fraction(1))[12]
                stated = stored.bound(v, Fraction(nu), len(kept))
                if found < stated or (v == 0 and found != stated):
                    values = {"nu": nu, "R": sorted(kept), "v": v, "t": 1, "T": 12}
                    return Evidence.refuted(Counterexample(values, f"D >= {stated}", f"{found}"))
    return Evidence.holds("nu, rho <= 3, T = 12, h_1 in R")


guarantee_stored = Claim(
    id="sparse-attention/guarantee-stored",
    title="A state that is stored at the end has a gradient of at least 1/(nu + rho)",
    source=GUARANTEE,
    statement=r"h_t \in S_T \cup R_T \implies ds_T/dh_t \ge \frac{1}{\nu + \rho}",
    assumptions=SETTING,
    subject=Stored(),
    says=says_stored,
    checks=(
        proof_of(says_stored, prove_by_induction, instances=INSTANCES),
        certificate(says_stored, proof=(lemmas("totals"), "screening_guarantee.v"), tier="deep"),
        check_stored_when_run,
    ),
    mutants=(
        Mutant(
            "relevant-only", Stored(lambda v, nu, rho: 1 / rho), "the buffer shares the attention"
        ),
        Mutant("two-hops", Stored(lambda v, nu, rho: v / (nu + rho) ** 2), "not sharp"),
    ),
    late=(
        Mutant(
            "wide",
            Stored(lambda v, nu, rho: 1 / (nu + rho) if nu < 5000 else 1 / rho),
            "the buffer is left out from nu = 5000 on",
        ),
    ),
    repairs=("sparse-attention/guarantee",),
    notes="Independent of T and of V: this is what screening does for a state that it keeps.",
)


@dataclass(frozen=True)
class Reach:
    """Hops needed across a distance T - t, and bounds of the gradient of a state not stored."""

    hops: Callable[[Any, Any], Any] = lambda nu, distance: -(-(distance + 1) // nu)
    below: Callable[..., Any] = lambda v, nu, d: v ** (d - 1) / nu**d
    above: Callable[..., Any] = lambda v, nu, d: 2 * (2 * v) ** (d - 1) / (1 - 2 * v)


@check("exact")
def check_reach_when_run(reach):
    """A window alone: nu up to 4, distances up to 14, v < 1/2."""
    for nu in (1, 2, 3, 4):
        attention = screened(nu, set(), 18)
        for v in (Fraction(1, 8), Fraction(1, 4), Fraction(2, 5)):
            for T, found in AttentiveRNN(v, attention).derivatives(4, 18, Fraction(1)).items():
                d, true = reach.hops(nu, T - 4), attention_hops(attention, 4, T)
                low, high = reach.below(v, Fraction(nu), d), reach.above(v, Fraction(nu), d)
                if d != true or not low <= found <= high:
                    values = {"nu": nu, "v": v, "T - t": T - 4}
                    stated = f"d = {d}, {low} <= D <= {high}"
                    return Evidence.refuted(
                        Counterexample(values, stated, f"d = {true}, D = {found}")
                    )
    return Evidence.holds("nu <= 4, T - t <= 14, v in 1/8, 1/4, 2/5")


@check("proof", kills=("slower", "no-start"))
def check_tail_of_paths(reach):
    """Paths with s states have size at most 2 (2v)^s; at least d - 1 states are passed.

    The upper bound is the sum of 2 (2v)^s over s >= d - 1.
    """
    v = sp.Symbol("v", positive=True)
    d = sp.Symbol("d", integer=True, positive=True)
    tail = reach.above(v, sp.Symbol("nu"), d)
    return all_of(
        {
            "one state more": prove_identity(
                tail - reach.above(v, sp.Symbol("nu"), d + 1), 2 * (2 * v) ** (d - 1)
            ),
            "the whole": prove_identity(reach.above(v, sp.Symbol("nu"), 1), 2 / (1 - 2 * v)),
        },
        "all d, 0 < v < 1/2",
        words=(
            "sparse-attention/larger-s-vanishes-small-v; sparse-attention/d-def for the number of"
            " hops, and sparse-attention/new-sparse-constant for the lower bound",
            "the geometric series; a hop goes back by at most nu - 1 steps, and a step of the"
            " recurrence by one",
        ),
        rests_on=(
            Ground.claim("sparse-attention/larger-s-vanishes-small-v"),
            Ground.claim("sparse-attention/d-def"),
            Ground.claim("sparse-attention/new-sparse-constant"),
        ),
    )


reach = Claim(
    id="sparse-attention/new-relevancy-reach",
    title="A state never stored is ceil((T - t + 1)/nu) hops away, and its gradient vanishes",
    source=GUARANTEE,
    statement=r"d = \lceil (T - t + 1)/\nu \rceil,\quad v^{d-1} \nu^{-d} \le D"
    r" \le \frac{2 (2v)^{d-1}}{1 - 2v}",
    assumptions=(
        *SETTING,
        r"no state is kept in R; $0 < v < 1/2$ for the upper bound",
    ),
    subject=Reach(),
    checks=(check_reach_when_run, check_tail_of_paths),
    mutants=(
        Mutant("wider", Reach(hops=lambda nu, m: -(-(m + 1) // (nu + 1))), "nu + 1 states a hop"),
        Mutant("floor", Reach(hops=lambda nu, m: (m + 1) // nu), "rounded down"),
        Mutant(
            "slower", Reach(above=lambda v, nu, d: 2 * v ** (d - 1) / (1 - v)), "v instead of 2v"
        ),
        Mutant(
            "no-start", Reach(above=lambda v, nu, d: (2 * v) ** (d - 1) / (1 - 2 * v)), "E <= 1"
        ),
    ),
    new=True,
    notes="Both bounds are exponential in T - t, with base v/nu and 2v for each nu steps: for a"
    " state that is not stored screening moves the horizon of a plain network, but does not"
    " remove it.",
)
