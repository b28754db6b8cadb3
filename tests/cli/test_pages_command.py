"""`theorem-checks pages`: Markdown from the evidence in the ledger."""

import pytest

from theorem_checks import ArgumentError, Cell, ClaimTable, Source
from theorem_checks.reporting.pages.markdown import anchor, prose, table

TABLE = """
from theorem_checks import Cell, ClaimTable
printed_table = ClaimTable(
    name="own-table-1", title="Table 1", source=Source("Own notes", "Table 1"),
    cells={
        ("squares", "right"): Cell("yes", ("own/good",)),
        ("squares", "wrong"): Cell("no", ("own/printed", "own/lost")),
        ("cubes", "wrong"): Cell("", ("own/repaired",)),
    },
)
"""


@pytest.fixture
def verified(run, claims, texts, folder):
    """A folder with claims, an erratum and a table, all verified."""
    claims(texts["erratum"], TABLE)
    assert run("verify", "claims.py").exit_code == 0
    return folder


def test_pages_tell_claims_errata_and_tables(run, verified):
    done = run("pages", "pages", "claims.py")
    assert done.exit_code == 0, done.output
    made = {path.name: path.read_text() for path in (verified / "pages").iterdir()}
    told = {
        "own.md",
        "own-errata.md",
        "own-table-1.md",
        "open-questions.md",
        "facts.md",
        "certificates.md",
    }
    assert set(made) == told | {"index.md", "what-rests-on-what.md", "what-rests-on-what.svg"}
    assert "No claim rests on another one." in made["what-rests-on-what.md"]
    assert (
        "| [Own notes](own.md) | 3 | 0 | 0 | 0 | 2 | [1](own-errata.md) | 0 | 0 | 0 |"
        in made["index.md"]
    )
    assert "[Table 1](own-table-1.md)" in made["index.md"]
    assert "## `own/good`" in made["own.md"]
    assert "## `own/printed`" not in made["own.md"]
    errata = made["own-errata.md"]
    assert "(own-printed)=\n## `own/printed`" in errata
    assert "Counterexample: `n = 2`. Claimed `8`, found `4`." in errata
    assert "**Repaired** by [`own/repaired`](own.md#own-repaired), HOLDS" in errata
    assert "$$\nn^2 = n n\n$$" in errata


def test_a_table_shows_what_is_printed_and_what_is_true(run, verified):
    run("pages", "pages", "claims.py")
    lines = (verified / "pages/own-table-1.md").read_text().splitlines()
    assert lines[-4] == "|  | right | wrong |"
    assert lines[-2].startswith("| squares | printed: yes<br>**HOLDS** The good square")
    assert (
        "**REFUTED** The printed square ([`own/printed`](own-errata.md#own-printed))" in lines[-2]
    )
    assert lines[-2].endswith("`own/lost` is missing |")
    assert lines[-1].startswith("| cubes |  | **HOLDS** The repaired square")


def test_check_finds_what_is_not_current_and_writes_nothing(run, verified):
    done = run("pages", "pages", "claims.py", "--check")
    assert done.exit_code == 1
    assert "own.md: missing" in done.stdout
    assert not (verified / "pages").exists()
    run("pages", "pages", "claims.py")
    assert run("pages", "pages", "claims.py", "--check").exit_code == 0
    (verified / "pages/own.md").write_text("other")
    (verified / "pages/gone.md").write_text("old")
    done = run("pages", "pages", "claims.py", "--check")
    assert done.exit_code == 1
    assert "own.md: changed" in done.stdout
    assert "gone.md: no page any more" in done.stdout


def test_without_results_there_are_no_pages(run, claims, folder):
    claims()
    done = run("pages", "pages", "claims.py")
    assert done.exit_code == 2
    assert "1 claim (own/good) without current results" in " ".join(done.stderr.split())
    assert not (folder / "pages").exists()


def test_what_is_not_as_expected_makes_no_page(run, claims, texts, folder):
    claims(texts["bad"])
    run("verify", "claims.py")
    done = run("pages", "pages", "claims.py")
    assert done.exit_code == 2
    assert "Not as expected: own/bad" in " ".join(done.stderr.split())


def test_a_file_in_the_way_is_named(run, verified):
    (verified / "pages").write_text("a file")
    done = run("pages", "pages", "claims.py")
    assert done.exit_code == 2
    assert "FOLDER" in done.stderr


def test_prose_keeps_mathematics_and_escapes_the_rest():
    assert prose("a_b * $x_1 | y$ <c>") == r"a\_b \* $x_1 \vert  y$ \<c\>"
    assert anchor("gated-rnn/eq-2") == "gated-rnn-eq-2"
    assert table(["a"], [["b"]]) == "| a |\n| --- |\n| b |"


def test_a_table_of_nothing_is_refused():
    source = Source("Own notes", "Table 1")
    with pytest.raises(ArgumentError, match="at least one cell"):
        ClaimTable(name="t", title="T", source=source, cells={})
    with pytest.raises(ArgumentError, match="a Cell"):
        ClaimTable(name="t", title="T", source=source, cells={("a", "b"): "x"})  # pyright: ignore
    with pytest.raises(ArgumentError, match="tuple of ids"):
        Cell("1", "own/good")  # pyright: ignore


def test_the_index_says_what_has_become_of_what_was_once_proved(run, claims, texts, folder):
    package = folder / "papers"
    package.mkdir()
    (package / "__init__.py").write_text("")
    names = ("own/good", "own/repaired", "own/lost")
    (package / "once_proved.py").write_text(f"ONCE_PROVED = {names!r}\n")
    claims(texts["erratum"], name="papers/claims.py")
    assert run("verify", "papers").exit_code == 0
    assert run("pages", "pages", "papers").exit_code == 0
    told = (folder / "pages" / "index.md").read_text()
    assert "| Own notes | 3 | 0 | 0 | 0 | 2 | 0 | 1 |" in told
    assert "| all | 3 | 0 | 0 | 0 | 2 | 0 | 1 |" in told


def test_tables_are_found_in_modules_that_nobody_has_loaded(folder, monkeypatch):
    from theorem_checks.reporting.pages.found import _with_tables

    package = folder / "papers_with_tables"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "table_1.py").write_text("from theorem_checks.tables import ClaimTable\n")
    (package / "other.py").write_text("raise AssertionError('not asked for')\n")
    monkeypatch.syspath_prepend(str(folder))
    assert list(_with_tables(["papers_with_tables"])) == ["papers_with_tables.table_1"]
