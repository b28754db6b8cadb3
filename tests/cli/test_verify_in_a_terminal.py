"""How `theorem-checks verify` treats its terminal: colour, Unicode, progress, Ctrl-C."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from theorem_checks.reporting import progress
from theorem_checks.running.ledger import Ledger


def test_colour_is_for_terminals_that_want_it(run, claims, monkeypatch):
    claims()
    coloured = "\x1b[32m"
    assert coloured not in run("verify", "claims.py").stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert coloured in run("verify", "claims.py").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert coloured not in run("verify", "claims.py").stdout


def test_nothing_needs_unicode_or_colour(command, claims):
    file = claims()
    file.write_text(file.read_text().replace("n < 10", "‖x‖ ≤ √d"))
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "TERM": "xterm"}
    done = command("verify", "claims.py", env=plain)
    assert done.returncode == 0
    assert "ok  own/good" in done.stdout
    assert r"\u2016x\u2016 \u2264 \u221ad" in done.stdout
    assert "\x1b" not in done.stdout


def in_terminal(*arguments: str) -> tuple[int, str, str]:
    """Run the command with standard error on a terminal; return status, output and errors."""
    outer, inner = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "theorem_checks", *arguments],
        stdout=subprocess.PIPE,
        stderr=inner,
        text=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(inner)
    errors = b""
    while True:
        try:
            errors += os.read(outer, 1 << 16)
        except OSError:  # the terminal is closed
            break
    output, _ = process.communicate(timeout=60)
    os.close(outer)
    return process.returncode, output, errors.decode()


def _has_results(ledger: Path, least: int) -> bool:
    if not ledger.exists():
        return False
    with Ledger(ledger) as kept:
        return len(kept.latest("own/good")) >= least


SLOW = """
import time

@check("exact", seconds=50)
def check_slowly(square):
    time.sleep({seconds})
    return check_squares.function(square)

slow = claim("slow", lambda n: n**2, checks=(check_slowly,))
"""


def test_a_terminal_gets_a_progress_bar_on_standard_error(claims):
    claims(SLOW.format(seconds=0.3))
    status, output, errors = in_terminal("verify", "claims.py::own/slow", "--json")
    assert status == 0
    assert json.loads(output)["ok"] is True
    assert "0/3" in errors
    assert "own/slow: check_slowly" in errors


@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_run_that_is_stopped_says_how_far_it_was(claims, folder, sent, status):
    claims(SLOW.format(seconds=40))
    process = subprocess.Popen(
        [sys.executable, "-m", "theorem_checks", "verify", "claims.py", "--jobs", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    ledger = folder / ".theorem-checks" / "ledger.sqlite"
    deadline = time.monotonic() + 30
    while not _has_results(ledger, 3) and time.monotonic() < deadline:
        time.sleep(0.05)
    started = time.monotonic()
    process.send_signal(sent)
    output, errors = process.communicate(timeout=30)
    assert time.monotonic() - started < 10
    said = "Stopped at 1 of 2 claims; what is done is kept."
    assert (process.returncode, output, errors.strip()) == (status, "", said)


def test_off_a_terminal_a_line_says_now_and_then_how_far_it_is(run, claims, monkeypatch):
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0.2)
    claims(SLOW.format(seconds=0.5))
    done = run("verify", "claims.py", "--json")
    assert json.loads(done.stdout)["ok"] is True
    assert re.search(r"^1 of 2 claims, after \d+ s$", done.stderr, re.MULTILINE)
