"""Logic, conditionals and counters, written once for programs and for numbers."""
