"""Where the library is compiled, once for all tests."""

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

import pytest

COMPILED = Path(__file__).parents[2] / ".theorem-checks" / "rocq"


@pytest.fixture(scope="session")
def rocq_folder(tmp_path_factory):
    """A folder for what is compiled, which the workers of pytest-xdist share.

    It begins with what `verify` and `certify` have compiled, which is named after what it is.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        folder = tmp_path_factory.mktemp("rocq")
    else:
        folder = tmp_path_factory.getbasetemp().parent / "rocq"  # of this session alone
        folder.mkdir(exist_ok=True)
    for complete in COMPILED.glob("*/complete"):
        copy_of(complete.parent, folder)
    return folder


def copy_of(library, folder):
    """Copy a compiled library into a folder, unless another worker has."""
    if (folder / library.name).exists():
        return
    with tempfile.TemporaryDirectory(dir=folder) as own:
        made = Path(own) / library.name
        shutil.copytree(library, made, ignore=shutil.ignore_patterns("batch_*"))
        with contextlib.suppress(OSError):
            made.rename(folder / library.name)
