"""What of the paper nothing here decides, what is to be trained, and what is open."""

NOT_CHECKED = {
    "sparse-attention/early-uniform": "A remark on how others initialise; how near to uniform small"
    " weights make additive attention is proved as sparse-attention/new-near-uniform.",
    "sparse-attention/reformer": "A statement about another paper's model, whose hashing is not"
    " defined in this one.",
}

EXPERIMENTS = {
    "sparse-attention/copy": "Copy task: 10 symbols in the first 10 steps, to be repeated after a"
    " delay T in {100, 200, 300, 500, 1000, 2000}; figures in Table 5 of an appendix not at hand.",
    "sparse-attention/copy-claims": "RelRNN, RelLSTM, SAB and expRNN 100% for all T; orth-RNN to"
    " T = 500; MemRNN to T = 100, then out of memory.",
    "sparse-attention/transfer-copy": "Copy trained at T = 100, tested at T in {100, 200, 400,"
    " 2000, 5000}; Table 1 (RelRNN and RelLSTM 100, 99, 99, 99, 99%; LSTM 99, 64, 48, 19, 14%).",
    "sparse-attention/transfer-claims": "On Transfer Copy purely recurrent networks fail, the more"
    " the larger T is; in Table 1 orth-RNN goes 99, 4, 16, 10, 0%, which is not monotone.",
    "sparse-attention/rellstm-eq": "RelLSTM scores on Transfer Copy exactly as RelRNN: 100, 99, 99,"
    " 99, 99%.",
    "sparse-attention/denoise": "Denoise task at T in {100, 300, 500, 1000, 2000}; Table 2 (RelRNN"
    " 100, 99, 99, 99, 99%; LSTM 82, 41, 33, 21, 15%).",
    "sparse-attention/denoise-mem": "MemRNN runs out of memory on Denoise beyond T = 500; Table 2"
    " prints 99% for it at T = 1000.",
    "sparse-attention/denoise-best": "RelRNN above all purely recurrent networks on Denoise, at"
    " every T.",
    "sparse-attention/table-3": "Character-level PTB (RNN 1.56, RelRNN 1.43, LSTM and RelLSTM 1.36"
    " bits) and permuted MNIST (RNN 90.4, expRNN 96.6, RelRNN 92.8, RelLSTM 94.3%).",
    "sparse-attention/fig-2-left": "Gradient norms after training on Denoise, T = 1000: RNN"
    " explode, LSTM vanish, both exponentially; attentive networks stable.",
    "sparse-attention/fig-2-right": "Mean log gradient norm against memory at T = 400, 600, 800;"
    " the accuracies are 100% unless marked.",
    "sparse-attention/stable-gpu": "The memory of RelLSTM is stable in T.",
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
    "sparse-attention/prop-1-Jcount-regrouped: the grading by Jacobians for every k": "Compared on"
    " free symbols for k <= 4. For all k it is the recursion itself, which is the definition of the"
    " parts.",
}
