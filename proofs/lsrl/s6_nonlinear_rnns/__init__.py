"""Sec. 6, non-linear (gated) RNNs."""
