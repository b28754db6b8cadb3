"""Sec. 2, preliminaries."""
