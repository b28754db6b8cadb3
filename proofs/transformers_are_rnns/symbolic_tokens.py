"""A sequence of symbolic length, as the tokens seen so far and one token more.

What a loop has summed over the tokens so far is a product of two arrays along the axis of tokens.
Induction over the tokens is then: nothing is summed at first, and one step turns the product over
the tokens so far into the product over these and the new one.
"""

import sympy as sp

from theorem_checks import all_of, family, prove_equal_arrays, symbol_array
from theorem_checks.statements.arrays.symbolic_arrays import concatenate, ones, outer

t, C, M = sp.symbols("t C M", integer=True, positive=True)

SEEN, NEW = family("seen", t), family("new")
FEATURES, VALUES = family("c", C), family("m", M)


class Tokens:
    """Vectors of one kind, say all keys: those `seen` as rows, the `new` one, and `all` of them."""

    def __init__(self, name, width):
        self.seen = symbol_array(f"{name}_seen", SEEN, width)
        self.new = symbol_array(f"{name}_new", width)
        self.all = concatenate((self.seen, outer(ones((NEW,)), self.new)))


def prove_sum_is_kept(start, nothing, after, total):
    """Prove by induction that a state is a sum over the tokens: at the start, and by one step."""
    return all_of(
        {
            "base, nothing is summed": prove_equal_arrays(start, nothing),
            "step, one token more": prove_equal_arrays(after, total),
        },
        "every number of tokens, all sizes C and M, any features",
        words=("induction over the tokens",),
    )
