"""The guarantee of Section 4 for weights that Algorithm 1 has: a softmax, and not uniform ones.

The setting of `screening_guarantee.py`, with the weights exp(e_i) / sum_j exp(e_j) over the states
that are read, the scores e_i held constant. Theorem 2 is about uniform weights.
"""

from fractions import Fraction

from constructions.cells.attentive_rnn import AttentiveRNN
from proofs.sparse_attention.s4_relevancy_screening.screening_guarantee import (
    GUARANTEE,
    SETTING,
    attending,
    derivatives_of,
    output,
    screened,
)
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Evidence,
    Implies,
    Mutant,
    Verdict,
    certificate,
    check,
    proof_of,
    prove_by_induction,
)
from theorem_checks.certifying.lemmas import lemmas

BY_SOFTMAX = (
    *SETTING[:1],
    r"weights $e^{e_i} / \sum_{j \in M_t} e^{e_j}$ for $\frac{1}{|M_t|}$, the scores constant",
)
RATIOS = (2**29, 2, 1)  # e to the largest difference of scores; 29 log 2 is 20.1


def as_for_uniform_weights(kappa, ratio):
    """Return the bound of sparse-attention/guarantee-stored, for kappa = nu + rho."""
    return 1 / kappa + 0 * ratio


def by_range(kappa, ratio):
    """Return the bound for scores that differ by log(ratio) at most."""
    return 1 / (kappa * ratio)


def weighed(attention, ratio, low):
    """Return the weights of a softmax: h_low has the least score, all others the largest."""
    found = {}
    for t, row in attention.items():
        weights = {i: Fraction(1 if i == low else ratio) for i in row}
        found[t] = {i: weight / sum(weights.values()) for i, weight in weights.items()}
    return found


@check("exact")
def check_stored_by_softmax(bound):
    """h_1 kept in R with the least score; nu, rho <= 2, T = 8, v = 0 and 1/4."""
    for ratio in RATIOS:
        for nu, kept in ((1, {1}), (2, {1}), (2, {1, 2})):
            attention = weighed(screened(nu, kept, 8), ratio, 1)
            for v in (Fraction(0), Fraction(1, 4)):
                found = AttentiveRNN(v, attention).derivatives(1, 8, Fraction(1))[8]
                if found < (stated := bound(Fraction(nu + len(kept)), Fraction(ratio))):
                    stored = f"{{{', '.join(f'h_{i}' for i in sorted(kept))}}}"
                    scores = {"e_1": 0, "e_j for j > 1": f"log {ratio}"}
                    values = {"nu": nu, "R": stored, "v": v, "t": 1, "T": 8, **scores}
                    return Evidence.refuted(
                        Counterexample(
                            values,
                            claimed=f"ds_T/dh_1 >= {stated}",
                            found=f"ds_T/dh_1 = {found}",
                            explanation="h_1 has the least score: its weight is its share alone.",
                        )
                    )
    return Evidence.holds("nu, rho <= 2, T = 8, score gaps 0, log 2, 29 log 2")


def says_share(bound, w):
    """The derivative is at least the bound where s_T reads h_t, T >= t; times are counted from t.

    The weights at T are those of a softmax over M_T, n states of which h_t is one: `others[q]` are
    the numbers e^(e_i) of the others, and `own` that of h_t, of which none of them is more than
    e^g = `ratio` times. There are nu + rho = kappa states at most. The weights before T are any
    ones that are not negative, and so are those of later states at T.
    """
    v, kappa = w.number("v", nonnegative=True), w.size("kappa")
    own, over = w.number("own", positive=True), w.number("over", least=0)
    T, ratio = w.size("T"), 1 + over
    others = w.sequence(
        "others", lambda others, q: AtMost(others[q], ratio * own), start=1, positive=True
    )
    before, last = w.table("before", nonnegative=True), w.sequence("last", nonnegative=True)
    D = derivatives_of(attending(AttentiveRNN, v, lambda u, i: before[u, i]), w)
    least = w.call(bound, kappa, ratio)

    def said(n):
        total = own + w.sum(lambda q: others[q], "q", 1, n - 1)
        at_T = attending(AttentiveRNN, v, lambda _, i: own / total if i == 0 else last[i])
        found = output(at_T, D, T, w, "l"), output(at_T, D, 0, w, "m")
        both = All(tuple(AtMost(least, one) for one in found))
        return All((AtMost(total, n * ratio * own), Implies(AtMost(n, kappa), both)))

    return w.for_all("n", said, start=1)


ALONE = [
    {"v": 0, "kappa": kappa, "n": kappa, "T": 1, "own": 1, "over": over}
    for kappa, over in ((1, 0), (2, 1), (3, 3), (5, 7))
]

by_softmax = Claim(
    id="sparse-attention/guarantee-softmax",
    title="A state that is stored has a gradient of at least 1/(nu + rho), by softmax weights, too",
    source=GUARANTEE,
    statement=r"h_t \in S_T \cup R_T \implies ds_T/dh_t \ge \frac{1}{\nu + \rho}",
    assumptions=BY_SOFTMAX,
    subject=as_for_uniform_weights,
    checks=(check_stored_by_softmax,),
    controls=(Control("by-range", by_range, "divided by e to the range of the scores"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/guarantee-softmax-range",
    notes="Algorithm 1 weighs by a softmax of scores, and Theorem 2 is about uniform weights. A"
    " score that is 20 below the others leaves a state e^-20 of the attention.",
)

by_softmax_repaired = Claim(
    id="sparse-attention/guarantee-softmax-range",
    title="Where scores differ by g at most, a stored state's gradient is at least e^-g/(nu + rho)",
    source=GUARANTEE,
    statement=r"h_t \in S_T \cup R_T,\; |e_i - e_j| \le g \implies"
    r" ds_T/dh_t \ge \frac{e^{-g}}{\nu + \rho}",
    assumptions=BY_SOFTMAX,
    subject=by_range,
    says=says_share,
    checks=(
        proof_of(says_share, prove_by_induction, instances=ALONE),
        certificate(
            says_share,
            proof=(lemmas("totals"), "screening_by_softmax.v"),
            instances=ALONE,
            tier="deep",
        ),
        check_stored_by_softmax,
    ),
    mutants=(
        Mutant("as-uniform", as_for_uniform_weights, "the bound for uniform weights"),
        Mutant("root", lambda kappa, ratio: 2 / (kappa * (1 + ratio)), "too large a share"),
    ),
    late=(
        Mutant(
            "many",
            lambda kappa, ratio: by_range(kappa, ratio) if kappa < 5000 else 1 / kappa,
            "the bound for uniform weights from kappa = 5000 on",
        ),
    ),
    repairs=("sparse-attention/guarantee-softmax",),
    new=True,
)
