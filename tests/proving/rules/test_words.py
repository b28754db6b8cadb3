"""Words do not prove."""

import pytest

from tests.proving.rules.theorems import proved, x, y
from theorem_checks import (
    ArgumentError,
    Evidence,
    Verdict,
)
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.rules.words import argued
from theorem_checks.statements.conclusions import (
    Equal,
)


def test_words_do_not_prove():
    claim = Equal(x, y)
    assert argued(claim, "this is plain to see", proved(Equal(x, x))).verdict is Verdict.ARGUED
    assert argued(claim, "this is plain to see", prove(claim)).verdict is Verdict.REFUTED
    holds = Evidence.holds("d = 1")
    assert argued(claim, "this is plain to see", holds).verdict is Verdict.HOLDS
    with pytest.raises(ArgumentError, match="in a sentence"):
        argued(claim, "")
