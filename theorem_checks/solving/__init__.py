"""Solver and certified arithmetic: SMT, balls, piecewise-linear functions."""
