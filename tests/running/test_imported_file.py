"""How long the process of a file is waited for."""

from types import SimpleNamespace
from typing import Any

import pytest

from theorem_checks.running import imported_file
from theorem_checks.running.imported_file import END_SECONDS, ImportedFile, Solvers, Watch


@pytest.fixture
def now(monkeypatch):
    """The time, which stands still until it is set."""
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(imported_file, "time", SimpleNamespace(monotonic=lambda: clock.now))
    return clock


def watching(*, forked):
    file = object.__new__(ImportedFile)
    file.loaded, file.forks = "own.py" if forked else "", forked
    return Watch(file, 0, 0, object.__new__(Solvers))


def test_after_an_answer_the_end_of_a_forked_check_is_waited_for_some_time(now):
    watch = watching(forked=True)
    assert not watch.is_over
    watch._text += b"answer\n"
    assert not watch.is_over
    now.now += END_SECONDS
    assert not watch.is_over
    now.now += 0.001
    assert watch.is_over


def test_after_an_answer_nothing_is_waited_for_where_nothing_was_forked(now):
    watch = watching(forked=False)
    assert not watch.is_over
    watch._text += b"answer\n"
    assert watch.is_over


def test_nobody_is_waited_for_who_asks_for_solvers_once_they_are_there():
    solvers = object.__new__(Solvers)
    listener: Any = SimpleNamespace(fileno=lambda: 7)
    for process, listens, waiting in ((0, listener, [7]), (5, listener, []), (0, None, [])):
        solvers.process, solvers._listener = process, listens
        assert solvers.waiting == waiting
