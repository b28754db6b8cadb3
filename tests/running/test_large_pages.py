"""Memory put together into large pages stays what it was, also in processes forked later."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

from theorem_checks.running import large_pages

PROGRAM = """
import os
from theorem_checks.running.large_pages import gather_pages

kept = [(number, str(number)) for number in range(300_000)]
before = hash(tuple(kept))
gathered = gather_pages()
child = os.fork()
assert hash(tuple(kept)) == before
kept[0] = (1, "0") if child else (2, "0")
if child == 0:
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0 and kept[0] == (1, "0")
print(gathered)
"""


def test_what_is_gathered_stays_what_it_was():
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    if int(ran.stdout) == 0:
        pytest.skip("this system gathers no pages")
    assert int(ran.stdout) >= 1 << 23


def test_the_bytes_that_are_in_large_pages_are_counted(monkeypatch):
    ranges = [
        (1, 5 * large_pages.LARGE - 1),
        (7 * large_pages.LARGE, 8 * large_pages.LARGE),
        (3, 9),
    ]
    asked = []

    def advise(start, size, _):
        asked.append((start.value, size.value))
        return 0 if size.value > large_pages.LARGE else -1

    monkeypatch.setattr(large_pages, "_own_ranges", lambda: iter(ranges))
    monkeypatch.setattr(large_pages.ctypes, "CDLL", lambda _: SimpleNamespace(madvise=advise))
    assert large_pages.gather_pages() == 3 * large_pages.LARGE
    assert asked == [
        (large_pages.LARGE, 3 * large_pages.LARGE),
        (7 * large_pages.LARGE, large_pages.LARGE),
    ]
