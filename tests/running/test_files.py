"""The process of a file of claims, and those that are forked from it."""

import os
import socket

import pytest

from theorem_checks.running import files


@pytest.mark.parametrize(
    ("kept", "closed"),
    [
        ((5, 8), [(3, 5), (6, 8), (9, 100)]),
        ((3, 4), [(5, 100)]),
        ((0, 3), [(4, 100)]),
        ((1, 5), [(3, 5), (6, 100)]),
    ],
)
def test_no_empty_range_of_descriptors_is_closed(monkeypatch, kept, closed):
    ranges = []
    monkeypatch.setattr(files.os, "closerange", lambda *ends: ranges.append(ends))
    monkeypatch.setattr(files.os, "sysconf", lambda _: 100)
    files._close_all_but(*kept)
    assert ranges == closed


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")  # since Python 3.12
@pytest.mark.filterwarnings("ignore:os.fork:RuntimeWarning")  # of JAX, which others may have loaded
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(("status", "said"), [(None, b"0\n"), (3, b"3\n")])
def test_how_a_check_ended_is_told(status, said):
    here, there = socket.socketpair()
    reading, writing = os.pipe()
    with here, there:
        files._obey(there, writing, lambda: None if status is None else os._exit(status), True)
        assert here.recv(10) == said
    os.close(reading)
