"""Sec. 4, experiments."""
