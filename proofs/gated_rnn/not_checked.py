"""What of this paper stands without a check, and what is open."""

__all__ = ["NOT_CHECKED", "UNDECIDED"]

NOT_CHECKED = {
    "gated-rnn/d-software": "A list of the software that was used.",
    "gated-rnn/a4-complex-rwkv": "A remark on how other architectures relate, without a statement"
    " precise enough to test.",
}
"""Statements that nothing here can decide, each with the reason."""

UNDECIDED = {
    "gated-rnn/new-x3-any-lambda: for which values of lambda do fewer than 2r tokens decide?": (
        "2r tokens are proved to be enough, and r are not, for r <= 3. With the symmetry"
        " K_ab(x, x') = K_ba(x', x), which that proof does not use, exact ranks say that r + 1"
        " tokens determine the kernels for (1, 2), (1, 2, 3), (2, 3, 5, 7) and (2, 3, 5, 7, 11),"
        " but 2r are needed for (1, -1), and 6 for (1, -1, 2, -2). No formula for all values was"
        " found."
    ),
    "gated-rnn/x6-lstm-small: can fewer LSTM units compute attention?": (
        "d(d+1)/2 linearised units and (d+1)^2 true ones are enough. That d(d+1)/2 numbers have to"
        " be stored is proved for states that are linear in themselves (gated-rnn/x1-min-hidden);"
        " the gates of an LSTM may multiply state by state, and no bound was found for that."
    ),
    "gated-rnn/x7-gru: how many GRU units does attention need, and how many a gated RNN?": (
        "Two layers are proved to be enough, and for linear functions one is too few by its degree"
        " (gated-rnn/x8-degree-table). No lower bound on the number of units was found."
    ),
    "gated-rnn/new-tab3-lstm-attn-limit: is there a bound at every size for LSTM and GRU layers?": (
        "For LRU layers, perceptrons and two layers of pairs of GRUs or LSTMs there is"
        " (gated-rnn/new-tab3-lru-bound, gated-rnn/new-tab3-mlp-gated-bound,"
        " gated-rnn/new-tab3-gru-bound, gated-rnn/new-tab3-lstm-bound). For what one such layer"
        " comes near, order and constant are measured in balls at instances; the products of that"
        " layer are differences of order eps^5, and the remainders of tanh and of gates that are"
        " nearly open were not carried through."
    ),
    "gated-rnn/new-flax-gru: does Flax's code compute what its documentation says?": (
        "The formulas of its documentation are taken and compared with eqs. (16) to (19); the"
        " package is not run."
    ),
}
"""What could not be settled, a sentence each, with what was tried and what it showed."""
