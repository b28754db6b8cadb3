"""When a quadratic form with numbers for entries is a product of two linear ones, in exact numbers.

A matrix K is decided upon by the ranks and minors of its symmetric part.
"""

from fractions import Fraction

import numpy as np

from constructions.arrays import EXACT
from constructions.rational_spaces import rank

__all__ = ["Form", "sharp"]

Form = np.ndarray


def _symmetric(kernel: Form) -> Form:
    return (kernel + kernel.T) * Fraction(1, 2)


def sharp(kernel: Form) -> bool:
    """Whether the symmetric part has rank at most 1, or 2 and no definite 2 x 2 block."""
    S = _symmetric(kernel)
    found = rank(EXACT.array(S))
    if found < 2:
        return True
    blocks = [S[a, a] * S[b, b] - S[a, b] ** 2 for a in range(len(S)) for b in range(a + 1, len(S))]
    return found == 2 and all(block <= 0 for block in blocks)
