"""Sec. 4.2, approximating functions over token sequences."""
