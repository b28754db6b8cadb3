"""How relations between the states of two machines are found."""

from fractions import Fraction

import flint
import pytest

from theorem_checks.proving.machines.same_runs import _null_space, _sequences

q = flint.fmpq


@pytest.mark.parametrize(
    ("forms", "dimension"),
    [
        ([{0: q(1), 1: q(2)}, {0: q(2), 1: q(4)}, {1: q(1)}], 1),
        ([{0: q(1)}, {0: q(1)}, {0: q(-3)}], 2),
        ([{0: q(1)}, {1: q(1)}], 0),
        ([{}, {}], 0),
    ],
)
def test_forms_add_up_to_0_with_the_weights_that_are_found(forms, dimension: int):
    found = _null_space(forms)
    assert len(found) == dimension
    for weights in found:
        assert any(weights)
        for atom in (0, 1):
            total = sum(
                (w * form.get(atom, q(0)) for w, form in zip(weights, forms, strict=True)), q(0)
            )
            assert total == 0


def test_tokens_of_every_sort_are_tried():
    zeros, ones, *fractions, far = (
        [value for token in sequence for value in token] for sequence in _sequences(3)
    )
    assert set(zeros) == {0}
    assert set(ones) == {-1, 0, 1}
    assert {value.denominator for part in fractions for value in part} == {1, 2, 3}
    assert min(far) < -1000
    assert 1000 < max(far) <= Fraction(10**6, 97)
