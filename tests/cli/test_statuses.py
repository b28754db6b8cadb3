"""How the command ends."""

import signal

from theorem_checks.cli import app, statuses


def test_who_is_ended_by_a_signal_says_by_which_as_a_shell_does():
    assert statuses.INTERRUPTED == 128 + signal.SIGINT
    assert statuses.TERMINATED == 128 + signal.SIGTERM
    assert (statuses.NOT_AS_EXPECTED, statuses.WRONG_USE) == (1, 2)


def test_a_fault_of_the_toolkit_is_shown_as_python_shows_it():
    assert app.pretty_exceptions_enable is False
