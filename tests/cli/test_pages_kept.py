"""`theorem-checks pages` derives again only what has changed."""

import pytest

from tests.cli.test_show_derivations import LONG
from theorem_checks.reporting.pages import derivations


@pytest.fixture
def pages(run, folder, monkeypatch):
    """A function that verifies and writes pages, and returns which claims were derived anew."""
    (folder / "claims.py").write_text(LONG)
    derive = derivations._derivations  # pyright: ignore[reportPrivateUsage]

    def pages(*options):
        derived = []

        def noted(origin, name):
            derived.append(name)
            return derive(origin, name)

        monkeypatch.setattr(derivations, "_derivations", noted)
        assert run("verify", "claims.py").exit_code == 0
        done = run("pages", "pages", "claims.py", *options)
        assert done.exit_code == 0, done.output
        return derived

    return pages


def test_what_has_not_changed_is_not_derived_again(pages, folder):
    assert pages() == ["own/square"]
    page = folder / "pages" / "steps" / "own-square.md"
    before = page.read_text()
    page.unlink()
    assert pages() == []
    assert page.read_text() == before


def test_a_claim_that_has_changed_is_derived_again(pages, folder):
    assert pages() == ["own/square"]
    (folder / "claims.py").write_text(LONG.replace("range(1, 20)", "range(1, 21)"))
    assert pages() == ["own/square"]
    assert pages() == []


def test_fresh_derives_all_again(pages):
    assert pages() == ["own/square"]
    assert pages("--fresh") == ["own/square"]
    assert pages() == []


def test_what_is_damaged_is_derived_again(pages, folder):
    pages()
    (file,) = (folder / ".theorem-checks" / "ledger.derivations").iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert pages() == ["own/square"]
    assert pages() == []


def test_to_compare_derives_nothing_again_either(pages):
    pages()
    assert pages("--check") == []
