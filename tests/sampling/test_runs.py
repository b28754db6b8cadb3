"""What a run of a test tells on the way."""

from types import SimpleNamespace

import numpy as np

from theorem_checks.sampling import runs
from theorem_checks.sampling.sequential import MeanTest


def test_it_is_told_once_in_a_while_how_far_a_run_is(monkeypatch):
    test = MeanTest("1/2", "1/10", bounds=(0, 1))
    state = test.start()
    now, told = [100.0], []
    monkeypatch.setattr(runs, "time", SimpleNamespace(monotonic=lambda: now[0]))
    reporter = runs._Reporter(told.append, test, {}, 0, 10**6, since=100.0)
    for seconds in (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0):
        now[0] = 100 + seconds * runs.BETWEEN_REPORTS
        state = test.update(state, np.array([0.0, 1.0]))
        reporter.report(state)
    assert [one.samples for one in told] == [8, 16]
