"""What random tensors and statistics answer: nothing that is not the same for all values."""

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from theorem_checks.errors import UndecidedQuestionError
from theorem_checks.proving.moments import expectation
from theorem_checks.statements.moments import (
    ConstantVector,
    RandomMatrix,
    RandomTensor,
    RandomVector,
    squared_norm,
    trace,
)
from theorem_checks.statements.scalars import symbolic
from theorem_checks.statements.tracing import traced

n = sp.Symbol("n", integer=True, positive=True)
X = RandomMatrix("X", n, n)
VALUES = {
    "matrix": X,
    "vector": RandomVector("u", n),
    "constant": ConstantVector("a", n),
    "tensor": RandomTensor("T", (n, n, n)),
    "statistic": trace(X @ X.T),
}
ASKED: dict[str, Callable[[Any], Any]] = {
    "==": lambda value: value == 3,
    "== another": lambda value: value == X,
    "!=": lambda value: value != 0,
    "<": lambda value: value < 1,
    "bool": lambda value: 1 if value else 0,
    "hash": hash,
    "look-up": lambda value: {3: 0}.get(value, 1),
    "in a set": lambda value: value in {1, 2},
    "int": int,
    "float": float,
    "range": range,
    "f-string": lambda value: f"{value}",
    "str": str,
}
ASKED_OF_COLLECTIONS: dict[str, Callable[[Any], Any]] = {
    "len": len,
    "in": lambda value: 1 in value,
    "iteration": list,
    "size": lambda value: value.shape[0] == 3,
    "size as a condition": lambda value: 1 if value.shape[0] > 2 else 0,
    "size in a dictionary": lambda value: {3: 0}.get(value.shape[0], 1),
    "range of the size": lambda value: range(value.shape[0]),
}


@pytest.mark.parametrize("question", ASKED)
@pytest.mark.parametrize("name", VALUES)
def test_questions_about_values_are_refused(name, question):
    with pytest.raises(UndecidedQuestionError):
        ASKED[question](VALUES[name])


@pytest.mark.parametrize("question", ASKED_OF_COLLECTIONS)
@pytest.mark.parametrize("name", [name for name in VALUES if name != "statistic"])
def test_questions_about_entries_and_sizes_are_refused(name, question):
    with pytest.raises(UndecidedQuestionError):
        ASKED_OF_COLLECTIONS[question](VALUES[name])


@pytest.mark.parametrize("question", ["is_even", "is_integer", "numerator"])
def test_a_statistic_is_not_asked_what_only_some_numbers_are(question):
    with pytest.raises(UndecidedQuestionError, match=question):
        getattr(VALUES["statistic"], question)


def test_a_question_that_is_swallowed_is_found():
    def late(matrix):
        try:
            return 1 if matrix.shape[0] == 12 else trace(matrix)
        except TypeError:
            return trace(matrix)

    with pytest.raises(UndecidedQuestionError, match="n == 12"):
        traced(late, X)


def test_what_is_the_same_for_all_sizes_is_answered():
    assert X.shape[0] > 0
    assert X.shape[0] == X.shape[1]
    assert RandomMatrix("Y", 2, n).shape[0] == 2


def test_guarded_scalars_are_sizes_factors_and_indices():
    size = symbolic(n)
    u = RandomVector("u", size)
    assert expectation(squared_norm(size * u) / size) == n**2
    assert expectation(size * squared_norm(u) - 1) == n**2 - 1
    assert expectation(n * squared_norm(u)) == n**2
