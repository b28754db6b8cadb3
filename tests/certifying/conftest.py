"""Where the library is compiled, once for all tests."""

import pytest


@pytest.fixture(scope="session")
def rocq_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("rocq")
