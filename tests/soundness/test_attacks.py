"""No subject, statement, rule or copy that lies ends with PROVED."""

import pytest

from tests.soundness.attacks import all_attacks
from tests.soundness.cases import Case, Truth, says
from theorem_checks.errors import TheoremChecksError


@pytest.mark.parametrize("case", all_attacks(), ids=str)
def test_the_attack_fails(case: Case) -> None:
    said = says(case)
    if isinstance(said, TheoremChecksError):
        assert case.truth is not Truth.TRUE, f"an error for a true statement: {said}"
    else:
        assert said not in case.wrong, f"{said} for what is {case.truth}"


def test_no_attack_stands_twice() -> None:
    names = [str(case) for case in all_attacks()]
    assert len(names) == len(set(names)) >= 60
