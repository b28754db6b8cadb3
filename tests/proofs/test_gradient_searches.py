"""The searches over V, patterns of attention and horizons find what refutes, by themselves."""

from proofs.sparse_attention.s3_2_uniform_relevance.theorem_1 import (
    check_for_vanishing_gradients,
    invertible_contraction,
)
from proofs.sparse_attention.s3_3_sparse_relevance.sharp_theorem_2 import check_random_networks
from proofs.sparse_attention.s3_3_sparse_relevance.theorem_2 import (
    any_but_zero,
    check_for_cancellation,
    printed_rate,
)
from theorem_checks import Counterexample


def found(check, subject):
    """Return the counterexample of a check that is to refute."""
    example = check(subject).counterexample
    assert isinstance(example, Counterexample)
    return example


def test_theorem_1_vanishes_at_minus_one_sixth():
    example = found(check_for_vanishing_gradients, invertible_contraction)
    assert dict(example.values) == {"V": "-1/6", "t": 1, "steps": 1}
    assert example.found == "D_T = 0"


def test_paths_of_opposite_sign_cancel_at_minus_one_half():
    example = found(check_for_cancellation, any_but_zero)
    assert dict(example.values) == {"V": "-1/2", "pattern": [[1], [1]], "start": 1}


def test_theorem_2_without_v_falls_at_the_first_state_passed():
    example = found(check_random_networks, printed_rate)
    assert dict(example.values) == {"pattern": [[1], [2]], "start": 1, "value": 0}
