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
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_bounds import ErrorBound, says_bound
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_instances import (
    check_bound_on_instances,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_proof import by_errors
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.gru_error_steps import PairsOfGRUs
from proofs.gated_rnn.simulation import few
from theorem_checks import Claim, Mutant, Source, proof_of

BOUND = ErrorBound(
    (gated_rnn_as_grus,),
    kappa=lambda T: 16 * T**3,
    small=lambda eps, T, N: 16 * T**3 * eps**2 * N**2,
)

_NEAR = {"eps": Fraction(1, 10**40), "M": Fraction(1), "a": Fraction(1000), "delta": Fraction(1000)}
SOME = [
    {"m": 1, "n": 1, "p": 1, "o": 1, "T": 3, **_NEAR},
    {"m": 2, "n": 2, "p": 1, "o": 2, "T": 2, **_NEAR},
    {"m": 1, "n": 2, "p": 2, "o": 1, "T": 2, **_NEAR},
]
"""Sizes and numbers at which the network itself is run, on as many tokens and beyond."""


def _crossed(w, k, k2):
    """What the candidate of one unit reads of the other unit of its pair."""
    return 2 * (1 - w.lam[k]) * w.delta(k, k2)


def _with(layer, weight, block, entry):
    """The bound, of the network with other weights in one block."""
    return replace(
        BOUND, networks=(lambda: gated_rnn_as_grus().replace(layer, weight, block, entry),)
    )


gated = Claim(
    id="gated-rnn/new-tab3-gru-bound",
    title="Two GRU layers of pairs are within C eps^2 of a gated RNN, for every size and length",
    source=Source(PAPER, "Table 3 and App. A.3, beyond the text"),
    statement=r"|y'_t - y_t| \le \delta\,\big(16\, T^3 N^4 + a E (N + a H)\big)\,\epsilon^2,"
    r"\quad H = T M^2,\; E = 16\, T^4 M^4,\; N = a (H + E \epsilon^2)",
    assumptions=(
        r"true $\sigma$ and $\tanh$; $16\, T^3 \epsilon^2 M^2 \le 1$ and"
        r" $16\, T^3 \epsilon^2 N^2 \le 1$",
        r"$|W^{in}_m x_t|, |W^{in}_x x_t| \le M$ entry by entry; $a$ and $\delta$ bound the sums of"
        r" absolute values in the rows of $W^{out}_m$, $W^{out}_x$ and of $D$",
        r"$\lambda \in [-1, 1]$, $0 < \epsilon \le 1$, $t \le T$",
    ),
    subject=BOUND,
    says=says_bound,
    checks=(
        proof_of(says_bound, by_errors(PairsOfGRUs()), instances=SOME, seconds=1800).killing(
            "cubic"
        ),
        check_bound_on_instances,
    ),
    mutants=(
        Mutant("cubic", replace(BOUND, power=3), "eps^3"),
        Mutant("smaller", replace(BOUND, kappa=lambda T: Fraction(2, 5) * T**3), "2/5 for 16"),
        Mutant(
            "right-states",
            replace(BOUND, hidden=lambda kappa, M, T: 0),
            "forgets that hidden states are off",
        ),
        Mutant(
            "right-products",
            replace(BOUND, kappa=lambda T: 0, hidden=lambda kappa, M, T: 16 * T**4 * M**4),
            "forgets that products are off",
        ),
        Mutant(
            "one-unit",
            _with(0, "V_h", ("plus", "minus"), None),
            "a candidate that reads one unit of its pair",
        ),
        Mutant(
            "one-gate",
            _with(1, "U_z", ("minus", "plus"), None),
            "a gate that reads one unit of each pair",
        ),
    ),
    late=(
        Mutant(
            "late",
            replace(BOUND, kappa=lambda T: 16 * T**3 if T < 90 else Fraction(1, 4)),
            "1/4 from 90 tokens on, where errors grow",
        ),
        Mutant(
            "late-units",
            _with(0, "V_h", ("plus", "minus"), lambda w, k, k2: _crossed(w, k, k2) * few(k)),
            "a candidate that reads one unit of its pair, from the fortieth pair on",
        ),
    ),
    new=True,
    notes="For attention a = 1 and delta = d_k, as in gated-rnn/new-tab3-mlp-attn-bound. The order"
    " is measured in gated-rnn/new-tab3-gru-gated-limit.",
)
