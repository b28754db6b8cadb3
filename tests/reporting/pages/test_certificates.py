"""The page on certificates."""

from theorem_checks.certifying.kept import Entry
from theorem_checks.reporting.pages.certificates import certificates_page


def entry(form, seconds, lines, axioms=()):
    return Entry("key", "text", "library", form, "8.16.1", axioms, seconds, lines)


def test_the_page_counts_by_form_and_tells_each():
    certified = {
        "own/one": entry("means", 1.0, 10),
        "own/two": entry("means", 3.0, 30),
        "own/other": entry("real numbers", 2.0, 20, ("an axiom",)),
    }
    text = certificates_page(certified, {name: f"[{name}]" for name in certified})
    assert "| means | 2 | 20 | 30 | 2.0 s | 3.0 s | 4.0 s |" in text
    assert "| all | 3 | 20 | 30 | 2.0 s | 3.0 s | 6.0 s |" in text
    assert "| [own/one] | means | without axioms | 10 | 1.0 s | Coq 8.16.1 |" in text
    assert "on the axioms of the classical reals" in text


def test_without_certificates_it_says_so():
    assert "There are none." in certificates_page({}, {})
