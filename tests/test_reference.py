"""The page with all public names."""

import pytest

import theorem_checks
from theorem_checks import reference
from theorem_checks.reference import (
    GROUPS,
    TITLES,
    _page_of,
    _told,
    ideas_of,
    names_in_lines,
    public_names,
)


@pytest.mark.parametrize("page", GROUPS)
def test_what_is_in_the_home_of_a_page_stands_on_it(page):
    for home in GROUPS[page]:
        assert _page_of(home) == page
        assert _page_of(f"{home}.anything") == page


def test_the_longest_home_counts_and_a_name_is_no_home_of_what_begins_like_it(monkeypatch):
    monkeypatch.setattr(reference, "GROUPS", {"one": ("a", "b.c.d"), "other": ("a.b", "b.c")})
    assert [_page_of(name) for name in ("a.b.c", "a.c", "b.c.d", "b.c")] == [
        "other",
        "one",
        "one",
        "other",
    ]
    with pytest.raises(ValueError, match="add it to GROUPS"):
        _page_of("ab")


def test_all_names_are_told_with_what_they_have_that_is_public():
    assert {name for names in public_names().values() for name in names} <= set(dir(theorem_checks))
    told = _told("Evidence")
    assert '<h3 id="Evidence"><code>Evidence(' in told
    assert "<code>.holds(" in told
    assert "<code>._" not in told


@pytest.mark.parametrize("page", GROUPS)
def test_the_ideas_of_a_page_have_each_of_its_names_once(page):
    ideas = ideas_of(page)
    found = [name for names in ideas.values() for name in names]
    assert sorted(found) == sorted(public_names()[page])
    assert all(ideas.values())
    assert max(map(len, ideas.values())) <= 50


def test_names_stand_in_lines_under_their_idea_each_with_what_it_is():
    lines = names_in_lines("statements")
    assert lines[0] == "statements: Statements, proofs and induction, and symbolic scalars"
    rules = lines.index("\n  Rules")
    replacing = next(n for n, line in enumerate(lines) if line.startswith("    replacing "))
    assert rules < replacing < lines.index("\n  Machines, sequences, stacks")
    assert lines[replacing].endswith(
        "That equations of arrays imply another one, of whose sides they are parts."
    )
    assert not any(":math:" in line for line in lines)


def test_what_the_package_says_of_itself_names_each_task():
    said = theorem_checks.__doc__ or ""
    for page, title in TITLES.items():
        if page != "statements":
            assert f"- {page}: {title.casefold()}" in said.casefold()
    assert "- statements: " in said
