"""Which files are looked at for claims."""

import pytest

from theorem_checks import ArgumentError
from theorem_checks.running.finding import _files_at


def test_a_file_is_one_of_python(tmp_path):
    for name in ("a.py", "b.txt"):
        (tmp_path / name).touch()
    assert _files_at(tmp_path / "a.py") == [tmp_path / "a.py"]
    assert _files_at(tmp_path) == [tmp_path / "a.py"]
    for name in ("b.txt", "c.py"):
        with pytest.raises(ArgumentError, match=r"a folder or a \.py file that exists"):
            _files_at(tmp_path / name)
