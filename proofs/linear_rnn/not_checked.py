"""What is not checked of this paper, and why; and what is open."""

NOT_CHECKED = {
    "linear-rnn/eq-16": "A cited theorem on training in the limit; its hypotheses are examined in"
    " linear-rnn/new-gram-rank and linear-rnn/prop-3.1-hyp.",
    "linear-rnn/variance-reduction": "No quantity is named that is to be reduced.",
    "linear-rnn/moderate-width": "A judgement of practice; the exact finite-width error is in"
    " linear-rnn/new-finite-width-kernel.",
    "linear-rnn/fig-5": "A recording from macaque cortex that is not at hand.",
    "linear-rnn/table-1": "Figures from the recording that is not at hand.",
    "linear-rnn/minibatch-vs-fullbatch": "About the run on the recording that is not at hand.",
}

UNDECIDED = {
    "linear-rnn/new-response-correction: c_2(j) for every lag": "Proved for lags 1 to 8, by two"
    " routes, at every width. By the walks of proofs/linear_rnn/leading_corrections.py it counts"
    " pairs of pairs of equal entries; they were not counted for symbolic j.",
}
