"""Sec. 3.2, on the number of neurons that the construction needs."""
