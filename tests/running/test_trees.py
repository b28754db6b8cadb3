"""What processes take, and how they are ended."""

import os
import subprocess
import sys

import psutil

from theorem_checks.running import trees


def test_memory_is_that_of_all_that_are_there():
    own = psutil.Process().memory_info().rss / 2**20
    found = trees.resident_mb([os.getpid(), 2**22 + 1])
    assert abs(found - own) < 20
    assert trees.resident_mb([]) == 0
    assert trees.resident_mb([os.getpid(), os.getpid()]) > 1.5 * own


def test_all_below_this_process_are_ended_and_buried():
    sleeping = "import time; time.sleep(60)"
    others = psutil.Process().children(recursive=True)
    child = subprocess.Popen([sys.executable, "-c", sleeping])
    assert trees.end(os.getpid(), leave=[one.pid for one in others])
    assert not psutil.pid_exists(child.pid)
    child.returncode = -9  # it was waited for already
