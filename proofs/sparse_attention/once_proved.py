"""Which claims of this paper were called PROVED before a statement had to be data."""

_NAMES = """
C-top-rho O-T R-def-repaired S-def-repaired a-type-repaired additive alg-1-repaired beta
concat-repaired d-def d-exp-kappa-poly def-Omega def-chain-repaired def-depth-hops def-relevant
grad-def grad-def-summed guarantee-stored kappa-def kappa-nu-rho kappaT kappaT-scores
larger-s-vanishes-small-v memory-constant new-exact-cases new-near-uniform
new-near-uniform-order new-path-count new-relevancy-reach new-slowest-decay new-sparse-constant
new-uniform-condition new-uniform-constant new-uniform-constant-further new-uniform-eigenvectors
new-uniform-exponent new-uniform-nonnegative new-uniform-recurrence new-uniform-semidefinite
prop-1 prop-1-Jcount-regrouped prop-1-count prop-1-paths-repaired quadratic-to-linear
replaceWith-repaired sab-constant-factor softmax thm-1-align thm-1-vs-vanilla thm-2-align
uniform-chains uniform-quadratic
"""

ONCE_PROVED = tuple(f"sparse-attention/{name}" for name in _NAMES.split())
