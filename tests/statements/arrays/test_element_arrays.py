"""Functions of arrays of rational numbers: which arrays they are of."""

import pytest

from theorem_checks import UndecidedQuestionError, norm_inf
from theorem_checks.statements.worlds.concrete import Concrete


@pytest.mark.parametrize("axes", [0, 2])
def test_the_largest_absolute_value_is_of_vectors_alone(axes: int):
    X = Concrete({}, 0).array("X", *(2 for _ in range(axes)))
    with pytest.raises(UndecidedQuestionError, match="norm_inf of an array"):
        norm_inf(X)
