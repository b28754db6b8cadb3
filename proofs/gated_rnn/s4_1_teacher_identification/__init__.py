"""Sec. 4.1, teacher identification."""
