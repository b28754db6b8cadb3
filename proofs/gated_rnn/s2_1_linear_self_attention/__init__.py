"""Sec. 2.1, linear self-attention."""
