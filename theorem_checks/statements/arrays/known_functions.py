"""The names of the functions of index notation of which something is known."""

__all__ = [
    "EXPONENTIAL",
    "KNOWN_FUNCTIONS",
    "LARGEST",
    "LOGARITHM",
    "NORM",
    "OPERATOR",
    "RECIPROCAL",
    "ROOT",
]

RECIPROCAL = "1/"  # the name of the function 1/x, which is 0 at 0
EXPONENTIAL = "e^"  # of the exponential of a number
NORM = "|.|"  # of the largest absolute value among entries, 0 if there are none; of one, its own
LOGARITHM = "log."  # of the natural logarithm of a number, 0 of what is not positive
ROOT = "root."  # of the square root of a number, 0 of what is negative
LARGEST = "max."  # of the largest among the entries of a vector, 0 if it has none
OPERATOR = "||.||"  # of the norm of a matrix as an operator, its largest singular value
KNOWN_FUNCTIONS = frozenset((RECIPROCAL, EXPONENTIAL, NORM, LOGARITHM, ROOT, LARGEST, OPERATOR))
"""The functions of which something is known; no other one has such a name."""
