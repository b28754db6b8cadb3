"""Sec. 3, the model."""
