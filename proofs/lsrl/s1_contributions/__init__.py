"""Sec. 1, contributions."""
