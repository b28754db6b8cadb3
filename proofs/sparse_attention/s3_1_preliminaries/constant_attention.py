r"""How large the terms of Proposition 1 are under constant attention: whether they fall with s.

With constant attention all Jacobians are numbers: J is v, and P the weights, which for f = h + c
add up to at most 2 at each time. So a step from $\bar\xi(s-1)$ to $\bar\xi(s)$ multiplies by at
most 2 v, and by induction over s and k the part is at most $2 (2v)^s$, decided of the shipped rule
that makes one from the other. For v > 1/2 the parts may grow with s, as small networks show, which
refutes the printed sentence.
"""

from fractions import Fraction
from itertools import product
from operator import mul

from constructions.cells.attentive_rnn import uniform_attention
from constructions.gradient_paths import LocalJacobians
from proofs.sparse_attention.free_jacobians import free_factors
from proofs.sparse_attention.s3_1_preliminaries.gradient_paths import BELOW
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    Verdict,
    certificate,
    check,
    proof_of,
    prove_by_strong_induction,
)


def smaller_than_before(v, k, s, parts):
    """Return the bound of |xi(s)|, s >= 1, if larger s vanishes more: |xi(s-1)|."""
    return parts[s - 1]


def geometric_bound(v, k, s, parts=()):
    """Return 2 (2v)^s."""
    return 2 * (2 * v) ** s


@check("exact")
def check_every_small_network(bound):
    """Uniform attention to every choice of sets, up to T = 4, several v."""
    values = (Fraction(1, 8), Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2))
    for end in range(1, 5):
        for masks in product(*(range(1, 2**t) for t in range(1, end + 1))):
            sets = {
                t: {i + 1 for i in range(t) if mask >> i & 1}
                for t, mask in enumerate(masks, start=1)
            }
            for v in values[: 2 if end == 4 else None]:
                if (failure := _larger(bound, v, sets, end)) is not None:
                    return failure
    return Evidence.holds("scalar v in 1/8..2, t = 1, T <= 4, every uniform sparse attention")


def _larger(bound, v, sets, end):
    attention = uniform_attention(sets)
    local = constant_attention(v, attention)
    parts = local.by_factors(1, end - 1)
    if sum(parts) != (whole := local.derivatives(1, end - 1)[-1]):
        values = {"v": v, "t": 1, "k": end - 1, "S": {t: sorted(S) for t, S in sets.items()}}
        return Evidence.refuted(Counterexample(values, f"in total {whole}", f"{sum(parts)}"))
    for s in range(1, end):
        if parts[s] > (claimed := bound(v, end - 1, s, parts)):
            values = {
                "v": v,
                "t": 1,
                "k": end - 1,
                "s": s,
                "S": {t: sorted(S) for t, S in sets.items()},
                "xi(0), xi(1), ...": parts,
            }
            return Evidence.refuted(
                Counterexample(values, f"xi({s}) <= {claimed}", f"xi({s}) = {parts[s]}")
            )
    return None


def constant_attention(v, attention):
    """Return the local Jacobians of the scalar linear network with constant attention."""
    by_state = {t: {t: 0, **row} for t, row in attention.items()}
    for t, row in by_state.items():
        row[t] += 1
    return LocalJacobians(by_state, dict.fromkeys(attention, v), {}, mul)


def says_bound(bound, w):
    """0 <= xi_k(s) <= bound, for all k and s, by the shipped rule that makes xi(s) from xi(s-1).

    P_{T,i} are any numbers >= 0 that add up to 2 at most for each T: with f = h + c they are the
    weights alpha_{i,T} of constant attention, and 1 more for i = T. J is v. Times are counted from
    t on. Where each s_T attends to its own state alone, P_{T,T} is 2, and the term of the chain 0,
    1, ..., s - 1 alone, a part of xi_s(s), is the bound.
    """
    v = w.number("v", nonnegative=True)

    def few(P, T):
        return AtMost(P[T, 0] + w.sum(lambda j: P[T, j + 1], "i", 0, T - 1), 2)

    P = w.table("P", such_that=few, nonnegative=True)
    any_one = free_factors(lambda T, i: P[T, i], step=v)
    own = free_factors(lambda T, i: 2, step=v)

    def longer(xi, s, k):
        total = lambda part, n: w.sum(part, "j", 0, n - 1)  # noqa: E731
        return any_one.further(0, k + 1, _Part(xi, s), total)

    xi = w.table_of("xi", lambda k: any_one.first(0, k), lambda s: 0, longer)
    term = w.recurrence("term", own.first(0, 0), lambda x, s: own.factor(0, s + 1, s) * x[s])

    def bounded(s, k):
        return All((AtMost(0, xi[s, k]), AtMost(xi[s, k], w.call(bound, v, k, s))))

    bounds = w.for_all("s", lambda s: w.for_all("k", lambda k: bounded(s, k)))
    return All((bounds, w.for_all("l", lambda l: Equal(term[l], w.call(bound, v, l, l)))))


class _Part:
    """The parts xi_k(s) of one s, by k."""

    def __init__(self, X, s):
        self.X, self.s = X, s

    def __getitem__(self, k):
        return self.X[self.s, k]


larger_s = Claim(
    id="sparse-attention/larger-s-vanishes",
    title="The larger s is, the smaller is xi(s)",
    source=BELOW,
    statement=r"\|\bar\xi_{0:k}(s)\| \le \|\bar\xi_{0:k}(s-1)\|",
    assumptions=(
        r"$h_{t+1} = v s_t$ (+ inputs), $s_t = h_t + \frac{1}{|S_t|}\sum_{i \in S_t} h_i$",
    ),
    subject=smaller_than_before,
    checks=(check_every_small_network,),
    controls=(Control("bounded", geometric_bound, "a bound of each xi(s) that falls with v"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/larger-s-vanishes-small-v",
    notes="A sentence about what vanishes, read as an order of sizes. For v > 1/2 the parts"
    " may grow with s.",
)

small_v = Claim(
    id="sparse-attention/larger-s-vanishes-small-v",
    title="Under constant attention xi(s) is at most 2 (2v)^s, so it vanishes with s if v < 1/2",
    source=BELOW,
    statement=r"0 \le \bar\xi_{0:k}(s) \le 2 (2v)^s \text{ for all } k",
    assumptions=(r"scalar $v \ge 0$, linear phi, $f = h + c$, constant attention",),
    subject=geometric_bound,
    says=says_bound,
    checks=(
        proof_of(says_bound, prove_by_strong_induction, seconds=180),
        certificate(says_bound, proof="constant_attention.v", tier="deep"),
        check_every_small_network.killing("attention-only", "no-recurrence"),
    ),
    mutants=(
        Mutant("attention-only", lambda v, k, s, parts=(): 2 * v**s, "F <= v"),
        Mutant("no-recurrence", lambda v, k, s, parts=(): (2 * v) ** s, "E <= 1"),
        Mutant("one-more", lambda v, k, s, parts=(): 3 * (2 * v) ** s, "E <= 3, and not attained"),
    ),
    late=(
        Mutant(
            "long",
            lambda v, k, s, parts=(): 2 * (2 * v) ** s if s < 5000 else 2 * v**s,
            "F <= v from s = 5000 on",
        ),
    ),
    repairs=("sparse-attention/larger-s-vanishes",),
)
