"""Search for counterexamples, and exact equality of two sequence maps."""
