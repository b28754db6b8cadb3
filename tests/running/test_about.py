"""Claims are found by words of what is said of them, and of the file in which they stand."""

from typing import Any

import pytest

from theorem_checks.running.about import _SHORT, _stems, about, is_about, nearest, of_each_word


@pytest.fixture
def entry(tmp_path) -> dict[str, Any]:
    file = tmp_path / "chains.py"
    file.write_text(
        '# of a paper\n\nr"""Dependency chains, and their \\kappa."""\n\nx = "widths"\n'
    )
    return {
        "id": "own/hops",
        "title": "Depth exists in attention hops",
        "statement": r"d = \min_\gamma (s + 1) vanishes",
        "source": {"paper": "Own", "place": "Sec. 3"},
        "notes": "A direct look has none.",
        "assumptions": ["weights are uniform, by a normalizer"],
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
        "vanishing depth",
        "weighted hop",
        "existing dependency",
        "dependency hop",
        "normalized weights",
        "normaliser",
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


@pytest.mark.parametrize("words", ["van", "depthwise", "lookahead hops", "wei"])
def test_another_word_is_no_other_form(entry, words):
    assert is_about(words, entry) == (words in ("van", "wei"))  # parts of words are looked for


@pytest.mark.parametrize("words", ["NTK", "neural tangent kernels", "tangent kernel", "kernel NTK"])
def test_an_abbreviation_is_what_it_is_short_for(entry, words):
    assert not is_about(words, entry)
    assert is_about(words, {**entry, "title": "The kernel, tangent at 0"})


def test_the_titles_of_paper_and_section_count_where_few_claims_have_the_words(entry, tmp_path):
    (tmp_path / "__init__.py").write_text('"""Sec. 3, relevancy screening."""\n')
    other = {**entry, "id": "other/hops", "source": {"paper": "Screens", "place": "Sec. 3"}}
    assert not is_about("relevance", entry)
    assert about("screening relevancy", [entry, other]) == [entry, other]
    assert about("own screens hops", [entry, other]) == [other, entry][1:]
    many = [{**entry, "id": f"own/{n}", "title": "Screening"} for n in range(5)]
    assert about("screening", [other, *many]) == many


def test_in_how_many_claims_each_word_is_told(entry):
    other = {**entry, "title": "Breadth"}
    counts = of_each_word("DEPTH breadth dependency NTK", [entry, other])
    assert counts == {"ntk": 0, "depth": 1, "breadth": 1, "dependency": 0}


def test_small_words_are_asked_for_where_there_are_no_others(entry):
    claim = {**entry, "title": "Depth, and no other word"}
    assert is_about("the depth of a", claim)
    assert is_about("of the NTK", {**entry, "title": "Its tangent kernel"})
    assert not is_about("of", {**claim, "id": "own/x", "statement": "x", "title": "Depth"})


@pytest.mark.parametrize(("word", "other"), [("query", "queries"), ("queries", "query")])
def test_a_word_in_y_has_another_plural(entry, word, other):
    assert is_about(word, {**entry, "title": f"All {other} are mixed"})


def test_the_nearest_claims_have_the_most_words_and_say_which_they_lack(entry):
    others = [{**entry, "id": f"own/{n}", "title": "Depth of a tree"} for n in range(3)]
    found = nearest("depth hops breadth", [*others, entry])
    assert found[0] == (entry, ["breadth"])
    assert nearest("breadth width", [*others, entry]) == []


def test_with_half_of_the_words_or_one_of_them_a_claim_is_not_near(entry):
    assert nearest("depth hops breadth width", [entry]) == []
    assert nearest("depth breadth", [entry]) == []


def test_more_words_count_for_more_than_rare_ones(entry):
    rare = {**entry, "id": "own/rare", "title": "Breadth, width", "statement": "0"}
    three = {**entry, "id": "own/three", "title": "Depth of trees, of hops"}
    many = [{**three, "id": f"own/{n}"} for n in range(4)]
    found = nearest("breadth depth trees hops width", [rare, *many])
    assert [one["id"] for one, _ in found] == [one["id"] for one in many]


@pytest.mark.parametrize("title", ["Short-term memory", "Short term memories"])
@pytest.mark.parametrize("words", ["short-term memory", "short term memory", "SHORT-TERM"])
def test_hyphens_do_not_matter(entry, words, title):
    assert is_about(words, {**entry, "title": title})
    assert not is_about(words, entry)


@pytest.mark.parametrize(
    ("words", "title"),
    [("nonlinear", "Non-linear"), ("feed-forward", "Feedforward"), ("short-term memory", "LSTM")],
)
def test_a_word_is_found_however_it_is_written(entry, words, title):
    assert is_about(words, {**entry, "title": title})
    assert not is_about(words, entry)


@pytest.mark.parametrize(
    ("word", "stems"),
    [
        ("bated", []),
        ("saturated", ["satur"]),
        ("gated", []),
        ("learning", ["learn"]),
        ("reading", [f"read{_SHORT}"]),
    ],
)
def test_an_ending_is_taken_from_long_words_and_of_four_letters_whole_words_are_left(word, stems):
    assert list(_stems(word)) == stems


@pytest.mark.parametrize(
    ("word", "title", "found"),
    [
        ("contraction", "The step contracts", True),
        ("contractive", "A contraction", True),
        ("biased", "A mean without bias", True),
        ("biased", "A step of many biases", True),
        ("scaled", "A scalar", False),
        ("stated", "Statistics of states", True),
        ("stated", "Statistics", False),
    ],
)
def test_forms_of_long_and_short_words(entry, word, title, found):
    assert is_about(word, {**entry, "title": title}) is found


def test_words_that_do_for_others_do_so_beside_further_ones_only(entry):
    claim = {**entry, "title": "The coefficients decay"}
    assert is_about("decay of the impulse response", claim)
    assert not is_about("impulse response", claim)
    assert not is_about("decay of a filter", claim)


def test_nearer_is_what_has_the_rare_words_itself_and_not_in_its_file(entry):
    own = {**entry, "id": "own/breadth", "title": "Breadth of dependency", "statement": "0"}
    common = {**entry, "id": "own/depth", "title": "Depth of dependency", "statement": "0"}
    others = [{**common, "id": f"own/{n}"} for n in range(4)]
    found = nearest("breadth depth chains", [*others, common, own])
    assert [one["id"] for one, _ in found][:1] == ["own/breadth"]
    told = {**entry, "id": "own/told", "title": "Dependency chains of depth", "statement": "0"}
    found = nearest("depth chains width", [*others, told])
    assert found[0][0] == told
