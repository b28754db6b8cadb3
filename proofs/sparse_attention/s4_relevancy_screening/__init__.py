"""Sec. 4, relevancy screening."""
