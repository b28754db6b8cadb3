"""Sec. 1, introduction."""
