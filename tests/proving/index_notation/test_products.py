"""Products of long forms end where the time of a proof is up."""

import pytest

from theorem_checks.proving.effort import OutOfTimeError, within_seconds
from theorem_checks.proving.index_notation.products import ONE, product_of

SUM = {(): ONE}


def test_a_product_of_forms_takes_no_more_time_than_there_is():
    assert product_of([SUM, SUM]) == SUM
    with within_seconds(-1), pytest.raises(OutOfTimeError):
        product_of([SUM, SUM])
    with within_seconds(60):
        assert product_of([SUM, SUM]) == SUM
