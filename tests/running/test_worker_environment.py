"""A worker goes on as long as the environment is the one that it was started with."""

import pytest

from theorem_checks.running.process import WorkerProcess


@pytest.fixture
def worker():
    one = WorkerProcess()
    yield one
    one.kill()


def test_which_test_is_running_makes_no_other_environment(worker, monkeypatch):
    monkeypatch.setenv("PYTEST_CURRENT_TEST", "test_other.py::test_other (call)")
    assert worker.fits
    monkeypatch.delenv("PYTEST_CURRENT_TEST")
    assert worker.fits


def test_any_other_variable_does(worker, monkeypatch):
    monkeypatch.setenv("OWN_VARIABLE", "1")
    assert not worker.fits
    monkeypatch.delenv("OWN_VARIABLE")
    assert worker.fits


def test_no_check_is_told_which_test_is_running(run_body):
    answer = run_body('return is_one(1 + ("PYTEST_CURRENT_TEST" in os.environ))')
    assert answer["evidence"]["verdict"] == "HOLDS"


def test_a_check_has_room_for_the_frames_of_what_it_calls(run_body):
    answer = run_body(
        """
        import sys
        frame, most = sys._getframe(), 0
        while frame:
            most, frame = max(most, frame.f_code.co_stacksize), frame.f_back
        return is_one(1 + (most < 2**16))
        """
    )
    assert answer["evidence"]["verdict"] == "HOLDS"
