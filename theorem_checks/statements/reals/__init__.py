"""Real terms and formulas, as solvers decide them, and exact numbers in their place."""
