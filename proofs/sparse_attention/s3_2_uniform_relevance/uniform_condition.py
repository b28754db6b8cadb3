"""The weakest condition on an eigenvalue of V under which Theorem 1 is true.

Let A_T be the sum of dh_i/dh_t over i <= T, F_T = A_T - lam A_{T-1} and G_T = lam (A_T - A_{T-1}),
so that lam^2 D_T = G_{T+1}. With q = lam/(1 - lam) the network is

    F_{T+1} = F_T + (q/T) (F_T - G_T),    G_{T+1} = lam (G_T + (q/T) (F_T - G_T)),

whose modes are T^q and lam^T T^(-q); and |F|^2 - |G|^2 grows at each step by

    (1 - |lam|^2) |lam D_T|^2 + (2/T) (Re lam - |lam|^2) |A_T|^2.

1. In the disc, where Re lam >= |lam|^2, both terms are at least 0. So |F_T|^2 >= 1 - |lam|^2, and
   T G_T / F_T tends to lam q/(1 - lam): T |D_T| stays away from 0.
2. From the circle on both are at most 0, and |G_T|^2 stays above a positive number. For lam = 1
   every path counts positively.
3. Between the two Re q < 0: F_T tends to 0 as a power of T, and so does T G_T after it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from constructions.cells.attentive_rnn import UniformlyAttentiveRNN
from proofs.sparse_attention.s3_2_uniform_relevance.complex_influence import Influence
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_gradient import (
    SETTING,
    THEOREM_1,
    search_small_gradients,
)
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Either,
    Implies,
    Less,
    Mutant,
    World,
    certificate,
    check,
)

HALF = Fraction(1, 2)


def admissible(x: Any, y: Any) -> Conclusion:
    """Lam = x + iy lies in the disc |lam - 1/2| <= 1/2, or not inside of the unit circle."""
    return Either((in_disc(x, y), AtMost(1, x**2 + y**2)))


def in_disc(x: Any, y: Any) -> Conclusion:
    """Lam = x + iy lies in the disc alone."""
    return AtMost((x - HALF) ** 2 + y**2, HALF**2)


def in_open_disc(x: Any, y: Any) -> Conclusion:
    """The same without the boundary of the disc."""
    return Either((Less((x - HALF) ** 2 + y**2, HALF**2), AtMost(1, x**2 + y**2)))


def is_so(said: Any) -> bool:
    """Say whether inequalities of rational numbers, or one of several, are true."""
    if isinstance(said, Either):
        return any(map(is_so, said.parts))
    return bool(said.lhs < said.rhs if isinstance(said, Less) else said.lhs <= said.rhs)


def admissible_eigenvalue(x: Any, y: Any) -> bool:
    """Say whether a rational lam = x + iy is admissible."""
    return is_so(admissible(x, y))


@dataclass(frozen=True)
class Condition:
    """Which lam = x + iy are claimed to keep T |D_T| away from 0, and in which network."""

    admits: Callable[[Any, Any], Conclusion] = admissible
    network: Callable[[Any], Any] = UniformlyAttentiveRNN


def says_iff(condition: Condition, w: World) -> Conclusion:
    """T^2 |D_T|^2 = Omega(1) exactly when lam is admissible, for every complex lam and t >= 1.

    D_T is what the network puts out, run on what moves with h_t, at T = t + k.
    """
    x, y, t = w.number("x"), w.number("y"), w.size("t")
    moved = Influence(w, condition.network, x, y, t)
    kept = w.bounded_below("k", lambda k: (t + k) ** 2 * moved.gradient(k).squared_modulus())
    admits = condition.admits(x, y)
    return All((Implies(admits, kept), Implies(kept, admits)))


POINTS = (
    (HALF, 0),
    (Fraction(-1, 4), 0),
    (HALF, HALF),
    (0, HALF),
    (Fraction(9, 10), Fraction(2, 5)),
)
POINTS += ((-1, 0), (Fraction(3, 5), Fraction(4, 5)), (Fraction(-3, 2), 0), (2, 1), (0, 0))
AT_POINTS = [{"x": x, "y": y, "t": 1 + number % 2} for number, (x, y) in enumerate(POINTS)]


@check("search", kills=("contraction", "small"))
def check_small_gradients(condition):
    """Real lam with -1 < lam <= 1, as the condition has it: 1/T is a bound with the constant 1."""
    return search_small_gradients(
        lambda lam: lam > -1 and is_so(condition.admits(lam, Fraction(0))),
        Fraction(1),
        examples=150,
        horizon=8,
    )


def attending_before(end: int) -> Callable[[Any], Any]:
    """Return the network that attends up to t = end - 1, and to nothing later."""

    def made(lam: Any) -> Any:
        network = UniformlyAttentiveRNN(lam)

        def step(t: Any, state: Any, fed: Any) -> Any:
            h, total = state
            return network.step(t, state if end and t < end else (h, total * 0), fed)

        return SimpleNamespace(step=step)

    return made


uniform_condition = Claim(
    id="sparse-attention/new-uniform-condition",
    title="The gradient of an eigenvalue is Omega(1/T) iff |lam - 1/2| <= 1/2 or |lam| >= 1",
    source=THEOREM_1,
    statement=r"|D_T| = \Omega(1/T) \iff |\lambda - \tfrac12| \le \tfrac12"
    r"\text{ or } |\lambda| \ge 1",
    assumptions=SETTING,
    subject=Condition(),
    says=says_iff,
    checks=(
        certificate(
            says_iff,
            proof=("times_and_limits.v", "uniform_influence.v", "uniform_condition.v"),
            instances=AT_POINTS,
        ),
        check_small_gradients,
    ),
    mutants=(
        Mutant("contraction", Condition(lambda x, y: Less(x**2 + y**2, 1)), "'mild' as |lam| < 1"),
        Mutant("right-half-plane", Condition(lambda x, y: AtMost(0, x)), "positive real part"),
        Mutant(
            "small",
            Condition(lambda x, y: AtMost(x**2 + y**2, HALF**2)),
            "the disc around the wrong centre",
        ),
        Mutant(
            "open-disc",
            Condition(in_open_disc),
            "leaves out the boundary, where the gradient is of order 1/T exactly",
        ),
        Mutant("not-outside", Condition(in_disc), "forgets the eigenvalues that make it grow"),
        Mutant(
            "no-attention",
            Condition(network=attending_before(0)),
            "an RNN without attention, of which the gradient is lam^(T-t)",
        ),
    ),
    late=(
        Mutant(
            "long",
            Condition(network=attending_before(5000)),
            "attends to nothing from t = 5000 on",
        ),
    ),
    repairs=("sparse-attention/thm-1",),
    new=True,
    notes="For every complex eigenvalue and every start t >= 1; D_T is run as two sequences of real"
    " numbers, and Omega(1/T) is said of T^2 |D_T|^2. At single rational eigenvalues inside, on and"
    " outside of both circles the growth is enclosed in balls. For a matrix V see the claims of"
    " uniform_matrices.py.",
)
