"""Where batches are computed."""

from types import SimpleNamespace

from theorem_checks.sampling.sources import Workers


def test_each_worker_finds_one_more_batch_when_it_is_done():
    workers = object.__new__(Workers)
    workers._team = SimpleNamespace(size=3)  # pyright: ignore[reportAttributeAccessIssue]
    assert workers.ahead == 6
