"""What evidence rests on: claims, facts and certificates by name, said and read back."""

import pytest

from theorem_checks.errors import ArgumentError
from theorem_checks.verdicts.grounds import Ground

DIGEST = "0123456789abcdef" * 2


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (Ground.claim("paper/theorem-1"), "claim:paper/theorem-1"),
        (Ground.fact("cauchy-schwarz"), "fact:cauchy-schwarz"),
        (Ground.certificate(DIGEST), f"certificate:{DIGEST}"),
    ],
    ids=str,
)
def test_a_ground_is_said_and_read_back(made: Ground, said: str) -> None:
    assert str(made) == said
    assert Ground.read(said) == made


@pytest.mark.parametrize(
    "said", ["", "claim", "claim:theorem-1", "fact:", "book:rudin", f"certificate:{DIGEST}0"]
)
def test_what_names_no_ground_is_refused(said: str) -> None:
    with pytest.raises(ArgumentError, match=r"Ground\."):
        Ground.read(said)
