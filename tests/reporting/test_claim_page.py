"""The page of a claim in a terminal."""

from rich.console import Console
from rich.text import Text

from theorem_checks.reporting.claim_page import _lines


def test_the_columns_of_results_stand_two_apart():
    console = Console(width=40)
    with console.capture() as shown:
        console.print(_lines([[Text(word) for word in ("a", "bb", "c", "d")]]))
    assert shown.get().rstrip() == "a  bb  c  d"
