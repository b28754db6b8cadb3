"""The command by itself: version, help, and nothing at all."""

from importlib.metadata import version
from itertools import pairwise

import pytest

COMMANDS = (
    *("list", "verify", "show", "certify", "pages"),
    *("report", "figures", "diff", "new", "docs"),
)


def test_the_version_is_that_of_the_package(run):
    assert run("--version").stdout == f"theorem-checks {version('theorem-checks')}\n"


def test_without_a_command_there_is_help(run):
    said = run().output
    for command in ("list", "verify", "show", "new"):
        assert f"│ {command} " in said


def test_help_gives_examples(run):
    for command in ("list", "verify", "show", "new"):
        done = run(command, "--help")
        assert done.exit_code == 0
        assert f"theorem-checks {command}" in done.stdout.partition("Example")[2]


def test_an_unknown_command_is_status_2(run):
    assert run("prove").exit_code == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_paragraphs_of_help_are_filled_to_the_width_of_the_terminal(run, command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    said = run(command, "--help").stdout.split("╭─")[0]
    rows = [row.rstrip() for row in said.splitlines()]
    start = next(n for n, row in enumerate(rows) if "Usage:" in row) + 1
    for row, below in pairwise(rows[start:]):
        if below.startswith(" ") and not below.startswith("   ") and row.strip():
            word = below.split()[0]
            assert row.strip() == "Examples:" or len(f"{row} {word}") > 78, (row, below)
