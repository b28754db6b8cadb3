"""Worlds: what a statement takes its sizes, numbers and arrays from, and what calls the subject."""
