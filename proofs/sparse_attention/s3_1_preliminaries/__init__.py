"""Sec. 3.1, preliminaries."""
