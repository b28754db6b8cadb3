"""Transformers are RNNs (Katharopoulos, Vyas, Pappas, Fleuret): Sec. 3.4, Algorithm 1."""

PAPER = "Transformers are RNNs"
