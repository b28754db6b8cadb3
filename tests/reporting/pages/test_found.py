"""The claims and tables that pages are written of."""

import sys

from theorem_checks.reporting.pages.found import _with_tables


def test_the_modules_of_a_package_that_make_tables_are_imported(tmp_path, monkeypatch):
    package = tmp_path / "own_tables"
    (package / "below").mkdir(parents=True)
    for name, text in {
        "__init__": "",
        "below/__init__": "",
        "with_one": "from theorem_checks.tables import ClaimTable\n",
        "without": "raise RuntimeError('it is imported')\n",
    }.items():
        (package / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert list(_with_tables(["own_tables", "own_tables_that_are_nowhere"])) == [
        "own_tables.with_one"
    ]
    for name in [name for name in sys.modules if name.startswith("own_tables")]:
        del sys.modules[name]
