"""What is printed into a file or a pipe has no blanks at the ends of lines."""

import contextlib

import pytest
from rich.table import Table

from theorem_checks.reporting.streams import console


@pytest.fixture
def printed(tmp_path):
    """A function that returns what comes out where standard output is a file."""

    def printed_so(*what, **how) -> str:
        with (tmp_path / "out").open("w") as stream, contextlib.redirect_stdout(stream):
            console().print(*what, **how)
        return (tmp_path / "out").read_text()

    return printed_so


def test_the_cells_of_a_table_are_filled_between_each_other_alone(printed):
    table = Table.grid(padding=(0, 2), expand=True)
    for row in (("a", "long enough", ""), ("bcd", "", "e"), ("", "", "")):
        table.add_row(*row)
    lines = printed(table).split("\n")
    assert [line.split() for line in lines] == [["a", "long", "enough"], ["bcd", "e"], [], []]
    assert all(line == line.rstrip(" ") for line in lines)
    assert lines[1].index("e") > len("bcd") + len("long enough")


def test_blanks_before_and_within_a_line_stay(printed):
    assert printed("  two  words   ") == "  two  words\n"
    assert printed("a  ", "b", end="") == "a   b"


def test_a_terminal_gets_what_it_got_before(printed, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "word   " in printed("word   ", style="on red")
