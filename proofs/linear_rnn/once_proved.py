"""Which claims of this paper were called PROVED before a statement had to be data."""

_NAMES = """
bias-by-extension conv-linear-rnn-nonlinear eq-1 eq-13 eq-22 eq-8 exp-steps final-O-fixed-length
large-rho-large-L new-covariance new-equivalence new-exact-sampler new-fewest-units
new-filter-dynamics new-final-decay new-final-order new-finite-width-kernel
new-finite-width-response new-gram-rank new-gram-semidefinite new-kernel-at-width-3
new-kernel-variance new-monotone-decay new-off-diagonal new-own-experiments
new-response-correction new-smallest-state new-spectral-radius new-stability-of-outputs
new-stability-of-states new-tangent-model new-thm-4.1-constants new-total-noise
new-variance-reduction nuW-lt-1 prop-2.1a prop-2.1b prop-3.1-hyp thm-3.2 thm-3.2-proof-sketch
thm-3.3-contributions thm-3.3-sketch thm-3.3a thm-3.3b thm-4.1-init
"""

ONCE_PROVED = tuple(f"linear-rnn/{name}" for name in _NAMES.split())
