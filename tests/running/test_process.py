"""How a worker that was lost has ended."""

import signal
from types import SimpleNamespace

import pytest

from theorem_checks.running.process import WorkerProcess


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (0, "lost its worker, which ended with exit code 0"),
        (3, "lost its worker, which ended with exit code 3"),
        (-signal.SIGKILL, "lost its worker, which was killed"),
    ],
)
def test_an_exit_code_is_told_from_a_signal(code, said):
    worker = object.__new__(WorkerProcess)
    worker._process = SimpleNamespace(wait=lambda _: code)  # pyright: ignore[reportAttributeAccessIssue]
    assert worker._how_it_ended().startswith(said)
