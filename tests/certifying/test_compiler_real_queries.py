"""What the count of queries that the kernel decides as well leaves behind: nothing that runs."""

import os
import shutil
import time
from pathlib import Path

import pytest

from benchmarks.real_queries import decided
from tests.certifying.shared import NEEDS_COQC

MARK = "QUERIES_OF_A_TEST"
HARD = (
    "forall a b c d e f g : R, 0 <= a^4*b^2 + a^2*b^4 + c^6 - 3*a^2*b^2*c^2"
    " + d^4*e^2 + d^2*e^4 + f^6 - 3*d^2*e^2*f^2 + g^2*(a*d - b*e)"
)


def running(mark):
    """The programs that search for sums of squares with a mark in their surroundings."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if "csdp" in (folder / "comm").read_text() and mark in (folder / "environ").read_text():
                found.append(folder.name)
        except OSError:  # it has ended, or is another user's
            continue
    return found


@NEEDS_COQC
@pytest.mark.timeout(300)
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="no /proc here")
@pytest.mark.skipif(shutil.which("csdpcert") is None, reason="no csdpcert here")
def test_a_search_whose_time_is_up_does_not_run_on(monkeypatch, tmp_path):
    mark = f"{os.getpid()}-{time.time()}"
    monkeypatch.setenv(MARK, mark)
    assert decided({"q0": HARD}, 4) == []
    time.sleep(0.5)  # until what is ended has ended
    assert running(mark) == []
