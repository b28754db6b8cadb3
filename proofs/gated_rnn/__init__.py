"""Gated recurrent neural networks discover attention (anonymous, under review)."""

PAPER = "Gated recurrent neural networks discover attention"
