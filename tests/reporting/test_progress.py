"""How far a run is, where there is no terminal."""

import io
import time

import pytest
from rich.console import Console

from theorem_checks.reporting import progress


@pytest.fixture
def console(monkeypatch):
    """A console on a text, to which a line is written every few milliseconds."""
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0.005)
    return Console(file=io.StringIO(), width=100)


def lines_with(console, wanted):
    """What is on the console, as soon as there is a line with some text."""
    deadline = time.monotonic() + 10
    while wanted not in console.file.getvalue() and time.monotonic() < deadline:
        time.sleep(0.002)
    return console.file.getvalue()


def test_lines_say_what_is_done_and_how_much_of_it(console):
    with progress.counted(console, "writing the pages") as watch:
        assert "writing the pages, after 0 s\n" in lines_with(console, "writing")
        watch("deriving own/good", 3, 7)
        assert "deriving own/good, 3 of 7, after 0 s\n" in lines_with(console, "3 of 7")
    said = console.file.getvalue()
    time.sleep(0.05)
    assert console.file.getvalue() == said


def test_what_ends_soon_says_nothing(console, monkeypatch):
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 30.0)
    with progress.counted(console) as watch:
        watch("reading", 1, 2)
    assert console.file.getvalue() == ""


def test_an_error_ends_the_lines(console):
    with pytest.raises(ValueError, match="wrong"), progress.counted(console):
        raise ValueError("wrong")
    said = console.file.getvalue()
    time.sleep(0.05)
    assert console.file.getvalue() == said


@pytest.mark.parametrize(("width", "left"), [(200, 158), (100, 58), (50, 20)])
def test_a_text_has_what_the_bar_the_counts_and_the_time_leave(monkeypatch, width, left):
    widths = []
    monkeypatch.setattr(progress, "one_line", lambda _, width: widths.append(width) or "")
    with progress.counted(Console(file=io.StringIO(), width=width)) as watch:
        watch("deriving own/good", 1, 2)
    assert widths == [left]


def test_what_stands_before_a_text_is_no_wider_than_is_left_for_it():
    console = Console(file=io.StringIO(), width=200, force_terminal=True, color_system=None)
    bar = progress._bar(console)
    bar.add_task("TEXT", completed=9999, total=9999)
    with console.capture() as shown:
        console.print(bar.get_renderable())
    assert shown.get().index("TEXT") <= progress.BEFORE
