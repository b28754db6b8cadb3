"""Sec. 5, printed tables of the experiments."""
