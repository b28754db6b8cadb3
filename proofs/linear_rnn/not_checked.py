"""What is not checked of this paper, and why; and what is open."""

NOT_CHECKED = {
    "linear-rnn/eq-16": "A cited theorem on training in the limit; its hypotheses are examined in"
    " linear-rnn/new-gram-rank and linear-rnn/prop-3.1-hyp.",
    "linear-rnn/moderate-width": "A judgement of practice. By"
    " proofs.linear_rnn.s3_3_rnn_parametrization.finite_width, at 200 units and nu_W = 0.3"
    " the mean of R_jj is off rho_j by at most 1.2 percent for lags below 10, but its"
    " standard deviation is 7 percent at lag 0, and 21 percent at lag 5.",
    "linear-rnn/fig-5": "A recording from macaque cortex that is not at hand.",
    "linear-rnn/table-1": "Figures from the recording that is not at hand.",
    "linear-rnn/minibatch-vs-fullbatch": "About the run on the recording that is not at hand.",
}

UNDECIDED = {
    "linear-rnn/new-finite-width-response: is there a formula for P_jk(n) at all lags?": (
        "Any single P_jk is computed, and proved by two routes. For every lag there are the first"
        " correction off the diagonal (linear-rnn/new-covariance) and the first two on it"
        " (linear-rnn/new-response-correction), the latter from schemes of the torus and the Klein"
        " bottle. The next terms are counts of schemes as well, of which there are many more."
    ),
    "linear-rnn/new-thm-4.1-constants: does the bound hold at finite width?": (
        "It is proved for the scaled convolution, as which the network moves in the limit. At"
        " initialisation the distance of the kernel from its limit is known exactly at every width"
        " (linear-rnn/new-kernel-variance); how far the kernel moves in training was measured alone"
        " (linear-rnn/fig-4)."
    ),
}
