"""What is not checked of this paper, and why; and its experiments, which wait to be run."""

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

EXPERIMENTS = {
    "linear-rnn/fig-1": "A linear RNN of width 1000 and the scaled convolution learn a teacher of"
    " 4 units, T = 10; printed: the curves match perfectly.",
    "linear-rnn/fig-2": "The first ten epochs of the same.",
    "linear-rnn/fig-3": "Test error against delay, T = 20; printed: it grows for the scaled"
    " convolution and the RNN, and is almost flat for the unscaled one.",
    "linear-rnn/fig-4": "Widths 10, 40 and 200 against the convolution; printed: at 200 they almost"
    " match.",
    "linear-rnn/fig-4-limit": "The match in the limit of small steps and large widths.",
}
