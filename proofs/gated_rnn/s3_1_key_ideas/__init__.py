"""Sec. 3.1, key ideas of the construction."""
