r"""Sec. 2, eq. (4): the network at the start, with independent Gaussian weights.

Claims that assume it list `INITIAL`. `F` and `C` are those of one input and one output.
"""

import sympy as sp

from theorem_checks import Gaussian, RandomMatrix, RandomVector

n = sp.Symbol("n", integer=True, positive=True)
nu_W, nu_F, nu_C = sp.symbols("nu_W nu_F nu_C", positive=True)
INITIAL = (
    r"$W_{ab} \sim N(0, \nu_W)$, $F_{ab} \sim N(0, \nu_F)$, $C_{ab} \sim N(0, \nu_C)$, independent",
)

W = RandomMatrix("W", n, n, law=Gaussian(variance=nu_W))
F = RandomVector("F", n, law=Gaussian(variance=nu_F))
C = RandomVector("C", n, law=Gaussian(variance=nu_C))
