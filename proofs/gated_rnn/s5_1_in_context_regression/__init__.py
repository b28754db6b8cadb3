"""Sec. 5.1, in-context linear regression."""
