"""Sec. 3, the language LSRL."""
