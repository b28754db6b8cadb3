"""Sec. 3.3, NTK for the RNN parametrization."""
