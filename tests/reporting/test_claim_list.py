"""The table of claims."""

from rich.console import Console

from theorem_checks.reporting.as_json import claim_entry
from theorem_checks.reporting.claim_list import claim_list


def test_where_it_is_narrow_controls_go_first_and_then_what_it_is_by(samples):
    entries = [claim_entry(found) for found in samples.catalogue().found.values()]
    headings = []
    for width in range(120, 30, -1):
        console = Console(width=width)
        with console.capture() as shown:
            console.print(claim_list(entries))
        lines = shown.get().splitlines()
        words = next(one.split() for one in lines if "expected" in one)
        if words not in headings:
            headings.append(words)
    assert headings[:4] == [
        ["claim", "expected", "by", "mutants", "controls"],
        ["claim", "expected", "by", "mutants"],
        ["claim", "expected", "mutants"],
        ["claim", "expected"],
    ]
