"""Sec. 5, stable approximation with gated linear RNNs."""
