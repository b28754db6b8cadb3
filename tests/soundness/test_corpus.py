"""False and empty statements do not pass, whoever asks."""

import pytest

from tests.soundness.cases import Case, Slip, Truth, says
from tests.soundness.corpus import all_cases
from theorem_checks.errors import TheoremChecksError


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_the_engine_is_not_taken_in(case: Case) -> None:
    said = says(case)
    if isinstance(said, TheoremChecksError):
        assert case.truth is not Truth.TRUE, f"an error for a true statement: {said}"
    else:
        assert said not in case.wrong, f"{said} for what is {case.truth}"


def test_each_slip_is_tried() -> None:
    assert {case.slip for case in all_cases()} == set(Slip)


def test_no_statement_stands_twice() -> None:
    names = [str(case) for case in all_cases()]
    assert len(names) == len(set(names))
