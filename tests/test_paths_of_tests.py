"""The tests of a file are found by its path, and so is the file that a test is about.

`tests/proving/rules/test_arithmetic.py` is about `theorem_checks/proving/rules/arithmetic.py`, and
`test_arithmetic_....py` beside it about one thing of that; `tests/running/test_running_....py` is
about the whole folder `theorem_checks/running`. Tests of `constructions` lie below a folder of that
name, and so do those of `proofs`, of the documents and of all together, which have other names.
"""

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
ROOT = TESTS.parent
OTHERS = {"docs", "examples", "experiments", "proofs", "soundness"}
FILES = sorted(
    path.relative_to(TESTS)
    for path in TESTS.glob("*/**/test_*.py")
    if path.relative_to(TESTS).parts[0] not in OTHERS
)


def folder_of(test: Path) -> Path:
    """The folder that tests at a path are about."""
    first, *rest = test.parent.parts
    return ROOT.joinpath(
        *([first] if first == "constructions" else ["theorem_checks", first]), *rest
    )


def is_about(test: Path, folder: Path) -> bool:
    """Whether the name of a test says what in a folder, or that all of it, is meant."""
    name = f"{test.stem.removeprefix('test_')}_"
    parts = [path for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()]
    return any(name.startswith(f"{part.stem}_") for part in (*parts, folder))


@pytest.mark.parametrize("test", FILES, ids=str)
def test_a_test_lies_where_the_code_lies_that_it_is_about(test: Path) -> None:
    folder = folder_of(test)
    assert folder.is_dir(), f"{test}: there is no {folder.relative_to(ROOT)}"
    said = (
        f"{test}: no file or folder of {folder.relative_to(ROOT)} has a name that this begins with"
    )
    assert is_about(test, folder), said


def test_every_folder_of_tests_is_looked_at() -> None:
    looked_at = {path.parts[0] for path in FILES} | OTHERS
    assert {path.parent.name for path in TESTS.glob("*/**/test_*.py")} >= OTHERS - {"proofs"}
    assert {path.relative_to(TESTS).parts[0] for path in TESTS.glob("*/**/test_*.py")} == looked_at


@pytest.mark.parametrize("stray", ["proving/rules/test_nothing.py", "running/test_arithmetic.py"])
def test_a_test_of_nothing_would_be_seen(stray: str) -> None:
    assert not is_about(Path(stray), folder_of(Path(stray)))
