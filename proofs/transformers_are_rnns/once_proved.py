"""Which claims of this paper were called PROVED before a statement had to be data."""

_NAMES = """
alg1-constant-memory alg1-cost alg1-forward alg1-grad-k alg1-grad-q alg1-grad-v alg1-order
causal-is-rnn eq-19 eq-20 exp-feature new-any-phi-where-defined new-chunked-form
new-eq-18-columns new-exp-feature-threshold new-softmax-in-the-limit softmax-infinite-rank
state-size time-not-depth
"""

ONCE_PROVED = tuple(f"trf-rnn/{name}" for name in _NAMES.split())
