"""What the searches of facts on operator norms draw, and what their slips say of it."""

from theorem_checks.facts import norms


def test_entries_are_small_integers_of_both_signs():
    drawn: list[norms._Drawn] = []
    look = norms._told(lambda of: (drawn.append(of) or 0.0, 0.0))
    assert all(look(seed, k=2, m=3, n=4) for seed in range(40))
    assert {part.shape for part in drawn[0]} == {(3, 4), (4, 2), (4,)}
    assert {entry for of in drawn for part in of for entry in part.flat} == set(range(-3, 4))


def test_the_slip_of_an_operator_bound_is_true_of_numbers():
    """A matrix of one entry makes a vector longer by its largest entry."""
    assert all(norms.OPERATOR_BOUND.nearly(seed=seed, k=1, m=1, n=1) for seed in range(60))
    assert not all(norms.OPERATOR_BOUND.nearly(seed=seed, k=1, m=3, n=3) for seed in range(60))
