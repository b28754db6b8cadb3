"""Claims are found by words of what is said of them, and of the file in which they stand."""

from typing import Any

import pytest

from theorem_checks.running.about import is_about, words_of_none


@pytest.fixture
def entry(tmp_path) -> dict[str, Any]:
    file = tmp_path / "chains.py"
    file.write_text(
        '# of a paper\n\nr"""Dependency chains, and their \\kappa."""\n\nx = "widths"\n'
    )
    return {
        "id": "own/hops",
        "title": "Depth exists in attention hops",
        "statement": r"d = \min_\gamma (s + 1)",
        "source": {"paper": "Own", "place": "Sec. 3"},
        "notes": "A direct look has none.",
        "assumptions": ["weights are uniform"],
        "file": str(file),
    }


@pytest.mark.parametrize(
    "words",
    [
        "DEPTH hops",
        "min_gamma",
        "\\min",
        "sec. 3",
        "uniform look",
        "dependency depth",
        "kappa hops",
    ],
)
def test_it_is_about_its_words_and_some_of_its_file(entry, words):
    assert is_about(words, entry)


@pytest.mark.parametrize("words", ["dependency", "dependency chains", "depth widths", "breadth"])
def test_words_of_the_file_alone_or_of_its_code_are_not_enough(entry, words):
    assert not is_about(words, entry)


@pytest.mark.parametrize("text", [None, "", 'x = 1\n"""Dependency."""\n', '"""Dependency'])
def test_a_file_without_a_docstring_says_nothing(entry, tmp_path, text):
    if text is not None:
        (tmp_path / "other.py").write_text(text)
    entry["file"] = str(tmp_path / "other.py")
    assert is_about("depth", entry)
    assert not is_about("dependency depth", entry)


def test_words_that_no_claim_has_are_told(entry):
    other = {**entry, "title": "Breadth"}
    assert words_of_none("DEPTH breadth dependency", [entry, other]) == ["dependency"]
    assert words_of_none("depth breadth", [entry, other]) == []
