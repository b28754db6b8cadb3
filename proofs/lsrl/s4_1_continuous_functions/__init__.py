"""Sec. 4.1, approximating continuous functions."""
