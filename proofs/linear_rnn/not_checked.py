"""What is not checked of this paper, and why; its experiments; and what is open."""

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
    "linear-rnn/new-finite-width-kernel: the term in 1/n of E R_jk for every pair of lags": "Proved"
    " for each pair up to 6, by two routes. It counts pairings of one handle less than planar; no"
    " count of them for symbolic j and k was found.",
    "linear-rnn/new-response-correction: c_2(j) for every lag": "Proved for lags 1 to 8, by two"
    " routes, at every width. That the formula has degree 4 in j is not known, so that nine values"
    " do not settle it.",
    "linear-rnn/new-kernel-variance: the leading variance and kurtosis for every lag": "Proved"
    " up to lag 2 by two routes, and found up to lag 4 and 3 by one. The Hessenberg form would give"
    " it from the fluctuations of its entries; their sums for symbolic j were not carried out.",
    "linear-rnn/new-covariance: Cov(L_j, L_k) to order 1/n for every pair of lags": "Proved for all"
    " pairs up to lag 6, by two routes.",
    "linear-rnn/new-smallest-state: the least number of units for all sizes": "That the"
    " number of ranks is a lower bound, and is reached, is argued in words; what is run agrees on"
    " random filters with T <= 4.",
    "linear-rnn/eq-8: that the cell scaled_convolution is eq. (8) for all sizes": "Its sum over lags"
    " is a loop over a length that is given; it is compared with the printed sum up to T = 3.",
}
