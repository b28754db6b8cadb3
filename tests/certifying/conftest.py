"""Where the library is compiled, once for all tests."""

import os

import pytest


@pytest.fixture(scope="session")
def rocq_folder(tmp_path_factory):
    """A folder for what is compiled, which the workers of pytest-xdist share."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return tmp_path_factory.mktemp("rocq")
    folder = tmp_path_factory.getbasetemp().parent / "rocq"  # of this session alone
    folder.mkdir(exist_ok=True)
    return folder
