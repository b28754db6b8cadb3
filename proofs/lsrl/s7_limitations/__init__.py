"""Sec. 7, discussion and limitations."""
