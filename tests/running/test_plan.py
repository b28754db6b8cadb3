"""What is planned for a claim."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from theorem_checks import Verdict
from theorem_checks.running.catalogue import Catalogue, Found, Origin
from theorem_checks.running.plan import plan
from theorem_checks.scaffold import LEAKY_SUM, check_by_running


@pytest.mark.parametrize(("seconds", "planned"), [(60.0, 60.0), (math.inf, 366 * 24 * 3600.0)])
def test_a_check_has_its_time_and_a_year_where_that_has_no_end(seconds, planned):
    checks = (replace(check_by_running, seconds=seconds),)
    own = replace(LEAKY_SUM, checks=checks, late=(), expect=Verdict.HOLDS)
    found = Found(own, Origin("theorem_checks.scaffold", None), Path("scaffold.py"))
    jobs = plan(Catalogue({own.id: found}))
    assert {job.seconds for job in jobs} == {planned}
