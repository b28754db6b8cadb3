"""Runs in processes of their own that are killed without warning."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["kill_after", "start"]


def start(probe: Path, *arguments: object) -> subprocess.Popen[str]:
    """Run a script on a processor, whose output can be read."""
    return subprocess.Popen(
        [sys.executable, str(probe), *map(str, arguments)],
        env={**os.environ, "JAX_PLATFORMS": "cpu"},
        stdout=subprocess.PIPE,
        text=True,
        cwd=probe.parents[2],
    )


def kill_after(child: subprocess.Popen[str], done: Callable[[], int], number: int) -> int:
    """Kill a run once it has done more than so much. **Returns** how much it had done then."""
    deadline = time.monotonic() + 120
    while done() <= number and child.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    child.send_signal(signal.SIGKILL)
    child.communicate()
    assert child.returncode == -signal.SIGKILL, "it ended before it could be killed"
    return done()
