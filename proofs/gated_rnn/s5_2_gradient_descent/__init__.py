"""Sec. 5.2, gated RNNs learn to implement gradient descent."""
