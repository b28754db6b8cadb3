"""The page with all public names."""

import pytest

import theorem_checks
from theorem_checks import reference
from theorem_checks.reference import GROUPS, _page_of, _told, public_names


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
