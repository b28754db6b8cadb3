"""Programs at their first token, as maps of numbers, terms or piecewise-linear functions.

At its first token a program is a function of the token, as all states begin with what is written in
them. That function is handed out to be looked at: on numbers, on terms, or piece by piece.
"""

import numpy as np

from constructions.arrays import OBJECTS
from constructions.lsrl import ForEach, Input


def at_one_token(write, dim=1):
    """Return the map from `dim` values to the first output of the program that `write` writes.

    **Arguments**: `write`, from the source's entries, one node each, to the sink.
    """
    source = Input(dim)
    program = ForEach(write(*(source[i] for i in range(dim))))
    return lambda *values: program(OBJECTS.array(np.array([values], dtype=object)))[0, 0]
