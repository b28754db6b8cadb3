"""`theorem-checks docs`: all public names on one page, by task, without the repository."""

import theorem_checks
from theorem_checks.reference import TITLES, public_names


def test_every_public_name_stands_on_the_page_once(run, folder):
    assert run("docs", "reference.html").exit_code == 0
    page = (folder / "reference.html").read_text()
    names = [name for names in public_names().values() for name in names]
    assert "prove" in names
    for name in names:
        assert page.count(f'<h3 id="{name}">') == 1
    for title in TITLES.values():
        assert f"<h2>{title}</h2>" in page


def test_what_is_public_says_what_it_is():
    for name in (name for names in public_names().values() for name in names):
        assert (getattr(theorem_checks, name).__doc__ or "").strip(), name
