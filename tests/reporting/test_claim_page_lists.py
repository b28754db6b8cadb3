"""On the page of a paper the parts of a proof are lists in lists, none too deep to be read."""

from markdown_it import MarkdownIt

from theorem_checks import Verdict
from theorem_checks.reporting.concluded import Step
from theorem_checks.reporting.pages.decided import parts_in_lists


def test_deep_parts_and_what_comes_after_them_are_read():
    steps = [Step(Verdict.PROVED, f"x = {n}", "rule", "", (), (), n) for n in range(20)]
    shown = MarkdownIt("commonmark").render(parts_in_lists(steps) + "\n\n## Behind\n")
    assert all(f"x = {n}$" in shown for n in range(20))
    assert "<h2>Behind</h2>" in shown
