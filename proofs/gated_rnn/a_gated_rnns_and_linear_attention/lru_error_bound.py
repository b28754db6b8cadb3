r"""Beyond Table 3: how near LRU layers with true sigmoids come to a gated RNN, for every size.

As `mlp_error_bound` says it of perceptrons, with kappa = 1/12: sigma(z) is 1/2 + z/4 up to |z|^3/48
(gated-rnn/s2.2-linearised-glu), and products are read with a factor 4 / eps.
"""

from dataclasses import replace
from fractions import Fraction

from constructions.weights.gated_rnn_as_lrus import gated_rnn_as_lru_in_out, gated_rnn_as_lrus
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_bounds import (
    GATES_AND_ROWS,
    ErrorBound,
    says_bound,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_instances import (
    SOME,
    check_bound_on_instances,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_proof import by_errors
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.lru_error_steps import LeakingUnits
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.mlp_error_bound import SIZES_OF_NUMBERS
from theorem_checks import Claim, Mutant, Source, proof_of

BOUND = ErrorBound(
    (gated_rnn_as_lru_in_out, gated_rnn_as_lrus),
    kappa=lambda T: Fraction(1, 12),
    hidden=lambda kappa, M, T: T * kappa * M**4 + T * (T - 1) * M**2,
)


gated = Claim(
    id="gated-rnn/new-tab3-lru-bound",
    title="One LRU In-Out layer, or two LRU layers, are within C eps^2 of a gated RNN, at any size",
    source=Source(PAPER, "Table 3 and App. A.1, beyond the text"),
    statement=r"|y'_t - y_t| \le \delta\,\big(\tfrac{1}{12} N^4 + a E (N + a H)\big)\,\epsilon^2"
    r"\quad (t \le T),\quad H = T M^2,\; E = \tfrac{1}{12} T M^4 + T(T-1) M^2,"
    r"\; N = a (H + E \epsilon^2)",
    assumptions=(
        r"true $\sigma$",
        GATES_AND_ROWS,
        SIZES_OF_NUMBERS,
    ),
    subject=BOUND,
    says=says_bound,
    checks=(
        proof_of(says_bound, by_errors(LeakingUnits()), instances=SOME, seconds=900).killing(
            "cubic"
        ),
        check_bound_on_instances,
    ),
    mutants=(
        Mutant("cubic", replace(BOUND, power=3), "eps^3"),
        Mutant("smaller", replace(BOUND, kappa=lambda T: Fraction(1, 13)), "1/13 for 1/12"),
        Mutant(
            "no-leak",
            replace(BOUND, hidden=lambda kappa, M, T: T * kappa * M**4),
            "forgets that the factor is not lambda",
        ),
        Mutant("one-factor", replace(BOUND, crossed=lambda a, E, N, H: a * E * N), "one of u, v"),
    ),
    late=(
        Mutant(
            "late",
            replace(BOUND, kappa=lambda T: Fraction(1, 12) if T < 90 else Fraction(1, 13)),
            "1/13 from 90 tokens on",
        ),
    ),
    new=True,
    notes="For attention a = 1 and delta = d_k, as in gated-rnn/new-tab3-mlp-attn-bound. The units'"
    " factors are those of an LRU, strictly between -1 and 1, for eps^2 < 1/2 where lambda is -1, 0"
    " or 1; the bound is of the recurrence with any factors. The orders are measured in"
    " gated-rnn/new-tab3-lru-gated-limit and the three claims beside it.",
)
