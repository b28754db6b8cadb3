"""Sec. 3.2, uniform relevance."""
