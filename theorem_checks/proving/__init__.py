"""Symbolic engines: identities, index sums, induction, moments; all for symbolic sizes."""
