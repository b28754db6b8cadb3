"""Sec. 2.2, gated recurrent neural networks."""
