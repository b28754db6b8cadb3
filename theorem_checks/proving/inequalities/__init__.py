"""Inequalities of symbols: signs of rational functions, and what solvers and balls decide."""
