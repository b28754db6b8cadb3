"""Figure 1: whether there have been more ones than zeros so far."""

from constructions.lsrl.helpers.logic import f_larger, f_not
from constructions.lsrl.helpers.operations import Gain
from constructions.lsrl.language.nodes import Input, LinState
from constructions.lsrl.language.program import ForEach

__all__ = ["majority_of_ones"]


def majority_of_ones(mu: Gain = 10) -> ForEach:
    r"""Return the program of Figure 1: 1 if there were strictly more ones than zeros, else 0.

    Exact on tokens 0 and 1 if and only if $\mu \ge 1$.
    """
    x = Input(dim=1)
    ones = LinState(x, A=1, B=1)
    zeros = LinState(f_not(x), A=1, B=1)
    output = f_larger(ones, zeros, mu)
    return ForEach(output, {"ctr1s": ones, "ctr0s": zeros, "output": output})
