"""What of the paper nothing here decides, what is to be trained, and what is open."""

NOT_CHECKED = {
    "sparse-attention/early-uniform": "A remark on how others initialise; how near to uniform small"
    " weights make additive attention is argued as sparse-attention/new-near-uniform.",
    "sparse-attention/reformer": "A statement about another paper's model, whose hashing is not"
    " defined in this one.",
}

EXPERIMENTS = {
    "sparse-attention/table-3": "Character-level PTB (RNN 1.56, RelRNN 1.43, LSTM and RelLSTM 1.36"
    " bits) and permuted MNIST (RNN 90.4, RelRNN 92.8, LSTM 91.1, RelLSTM 94.3%): it is checked"
    " where folders with the files are named, see docs/experiments.md.",
}

UNDECIDED = {
    "sparse-attention/new-uniform-exponent: whether I_t vanishes for some complex lambda": "Not for"
    " t = 1, real lambda, |lambda| <= t/(t+1), nor |lambda| <= (1 + cos arg lambda)/2, proved in"
    " sparse-attention/new-uniform-constant-further. In between the half-planes of that proof have"
    " to turn round 0. In floats, the winding number along |lambda| = 1 says that there is no zero"
    " for t = 2, ..., 12, 16, 20, 30.",
    "sparse-attention/eq-1-2: that the cell is the network of eqs (1) and (2) for all sizes": "Its"
    " states are a list that grows with t, which cannot be given a symbolic length; it is compared"
    " with the equations written out for n <= 2 and T = 4.",
    "sparse-attention/prop-1-Jcount-regrouped: that each part has just s Jacobians": "Compared on"
    " numbers for k <= 6. For all k it is the recursion itself, which is the definition of the"
    " parts.",
}
