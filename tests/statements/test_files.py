"""A file is named as from the root of its project."""

from theorem_checks.statements.files import from_root


def test_a_file_of_a_project_is_named_from_its_root(tmp_path):
    (tmp_path / "pyproject.toml").touch()
    assert from_root(str(tmp_path / "proofs" / "paper" / "one.py")) == "proofs/paper/one.py"


def test_one_of_no_project_and_what_was_typed_in_have_their_names(tmp_path):
    assert from_root(str(tmp_path / "elsewhere" / "one.py")) == "one.py"
    assert from_root("<stdin>") == "<stdin>"
