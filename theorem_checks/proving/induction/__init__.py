"""Induction: base and step are made from what is claimed, and decided.

- `closed_forms`, `recurrences`, `steps`: of recurrences and sums.
- `ranges`: of sums and products over symbolic ranges.
- `by_induction`, `by_strong_induction`: of any statement.
- `zeros`: at which natural numbers a step fails.
"""
