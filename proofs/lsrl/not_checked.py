"""What of the paper nothing here decides, and what is open."""

NOT_CHECKED = {
    "lsrl/dyn-index": "'Succinctly' is not defined; what Listing 2 does in place of dynamic"
    " indexing is checked line by line (lsrl/lst2-copy, lsrl/lst2-out).",
    "lsrl/query-first": "An informal reason for putting the query before the prompt.",
    "lsrl/rasp-compare": "A statement about another language, which is not defined in this paper.",
    "lsrl/practice": "A conjecture about which models arise in training.",
    "lsrl/safety": "A remark on what universal models may mean for safety.",
}

UNDECIDED = {
    "lsrl/multi-not-linear: which programs with Multi are Linear RNNs?": "Three conditions are"
    " proved to be necessary: outputs that are Lipschitz at each t (lsrl/constants), no more than"
    " (1 + w t)^D linear pieces (lsrl/few-pieces), and one slope far out in the last token at every"
    " t (lsrl/new-far-slopes). The first two are not enough, as t x_t shows; whether all three are"
    " was not found out.",
    "lsrl/no-conditional-assignment-of-tokens: does a program say at every length whether the"
    " number of ones so far is even?": "One layer does not: for 2^k bits it takes k ReLUs, and"
    " these are enough (lsrl/new-parity-one-layer). With more layers ReLUs apply to all beginnings"
    " of the input, and no bound excludes it: on bits there is no jump, the parity does not grow,"
    " and as a function of the count it has t pieces, which (1 + w t)^D allows. A counter by"
    " rotation counts tokens, not ones; no program was found.",
    "lsrl/as-good-as-hope: do fewer than order eps^-d tokens do, if they are real numbers?": (
        "Without Multi they save a logarithm at most: order eps^-d/log(1/eps) are needed"
        " (lsrl/new-real-tokens). Whether they do is open, and so is what they save with Multi:"
        " its outputs are polynomials on pieces, and bounds on how often these change their signs"
        " (Warren; Goldberg and Jerrum) were not proved here."
    ),
    "lsrl/new-density-fixed-mu: how many tokens does a precision take with two inputs or more?": (
        "With one input a staircase takes as many as the recipe. With more, that the prompts are"
        " dense follows from an argument by translates, which gives no number."
    ),
    "lsrl/diag: does a Linear RNN with real diagonal matrices, of the size of Listing 2, look up"
    " dictionaries?": "One that keeps its whole history does (lsrl/new-diag-history), with as many"
    " units as tokens. Counters modulo n need roots of unity, and the real ones are 1 and -1; no"
    " program without such counters was found, and no proof that there is none.",
    "lsrl/gru-sigmoid: do GRUs with sigmoid and tanh come near those with ReLUs on sequences of one"
    " length and compact inputs?": "Not at all lengths, as their states are bounded. For one length"
    " it would follow from universal approximation within a token, also within the recurrence; that"
    " is not proved here.",
    "lsrl/new-gru-product: is there a product of two inputs whose states stay bounded?": "The sum"
    " of all products grows. Two units with gates a and 1 - a have a b + const for their sum with"
    " bounded gates, but their difference walks. No bounded cell was found, nor a proof against.",
    "lsrl/new-gru-layer: do k + 2 GRUs without a readout do?": "A single unit cannot multiply"
    " (lsrl/new-gru-one-unit), which leaves open what the layers before could prepare. One GRU more"
    " reads the difference, if products are not negative.",
}
