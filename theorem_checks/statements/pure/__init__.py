"""Pure functions as data: a small subset of Python, read from a function's own source."""
