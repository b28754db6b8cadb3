"""Sec. 3.3, sparse relevance with bounded dependency depth."""
