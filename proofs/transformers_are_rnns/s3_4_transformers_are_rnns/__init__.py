"""Sec. 3.4, transformers are RNNs, and Algorithm 1."""
