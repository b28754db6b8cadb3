"""Untangling tradeoffs between recurrence and self-attention in neural networks (Kerg et al.)."""

PAPER = "Untangling tradeoffs between recurrence and self-attention in neural networks"
