"""What of the excerpt nothing here decides, and what is to be trained."""

NOT_CHECKED = {
    "trf-rnn/200-lines": "A remark on the length of the authors' CUDA code, which is not at hand.",
}

EXPERIMENTS = {
    "trf-rnn/exp-baselines": "Time and memory of linear attention against softmax attention and"
    " Reformer (lsh-X), attention layers alone; the excerpt prints no figure.",
    "trf-rnn/copy-task": "Causal copy task, sequences of at most 128 with 10 different symbols:"
    " convergence of linear, softmax and lsh-X; the excerpt ends before any figure.",
}
