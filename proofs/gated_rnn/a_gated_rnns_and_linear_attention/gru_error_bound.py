r"""Beyond Table 3: how near two GRU layers with true functions come to a gated RNN, for every size.

The difference of a pair of units is $\frac12 \epsilon^2$ times a hidden state, or a product; each
token adds $8 T^3 (\epsilon M)^4$ at most to how far it is off (`gru_pair`). The constants are not
the least ones: at T = 1, with all sizes and weights 1, the error is $\frac54 \epsilon^2$ up to
higher orders, so that kappa has to be $\frac5{12}$ there.
"""

from dataclasses import replace
from fractions import Fraction

from constructions.weights.gated_pairs import gated_rnn_as_grus
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_bounds import (
    GATES_AND_ROWS,
    ErrorBound,
    says_bound,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_instances import (
    check_bound_on_instances,
    run_at,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_proof import by_errors
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.gru_error_steps import PairsOfGRUs
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.pair_mutants import (
    late_unit,
    mutants_of_pairs,
)
from theorem_checks import Claim, Mutant, Source, proof_of

BOUND = ErrorBound(
    (gated_rnn_as_grus,),
    kappa=lambda T: 16 * T**3,
    small=lambda eps, T, N: 16 * T**3 * eps**2 * N**2,
)

SHORT = (run_at(1, 1, 1, 1, 3), run_at(2, 2, 1, 2, 2), run_at(1, 2, 2, 1, 2))
"""Short runs, as true GRUs take long in exact numbers."""


def _crossed(w, k, k2):
    """What the candidate of one unit reads of the other unit of its pair."""
    return 2 * (1 - w.lam[k]) * w.delta(k, k2)


gated = Claim(
    id="gated-rnn/new-tab3-gru-bound",
    title="Two GRU layers of pairs are within C eps^2 of a gated RNN, for every size and length",
    source=Source(PAPER, "Table 3 and App. A.3, beyond the text"),
    statement=r"|y'_t - y_t| \le \delta\,\big(16\, T^3 N^4 + a E (N + a H)\big)\,\epsilon^2,"
    r"\quad H = T M^2,\; E = 16\, T^4 M^4,\; N = a (H + E \epsilon^2)",
    assumptions=(
        r"true $\sigma$ and $\tanh$; $16\, T^3 \epsilon^2 M^2 \le 1$ and"
        r" $16\, T^3 \epsilon^2 N^2 \le 1$",
        GATES_AND_ROWS,
        r"$\lambda \in [-1, 1]$, $0 < \epsilon \le 1$, $t \le T$",
    ),
    subject=BOUND,
    says=says_bound,
    checks=(
        proof_of(says_bound, by_errors(PairsOfGRUs()), instances=SHORT, seconds=1800).killing(
            "cubic"
        ),
        check_bound_on_instances,
    ),
    mutants=(
        *mutants_of_pairs(BOUND, "V_h", "U_z"),
        Mutant("smaller", replace(BOUND, kappa=lambda T: Fraction(2, 5) * T**3), "2/5 for 16"),
        Mutant("steady", replace(BOUND, kappa=lambda T: 16 + 0 * T), "forgets that errors grow"),
    ),
    late=(
        Mutant(
            "late",
            replace(BOUND, kappa=lambda T: 16 * T**3 if T < 90 else Fraction(1, 4)),
            "1/4 from 90 tokens on, where errors grow",
        ),
        late_unit(BOUND, "V_h", _crossed),
    ),
    new=True,
    notes="For attention a = 1 and delta = d_k, as in gated-rnn/new-tab3-mlp-attn-bound. The order"
    " is measured in gated-rnn/new-tab3-gru-gated-limit.",
)
