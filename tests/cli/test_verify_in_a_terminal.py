"""How `theorem-checks verify` treats its terminal: colour, Unicode, progress, Ctrl-C."""

import json
import os
import pty
import signal
import subprocess
import sys
import time


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


def test_ctrl_c_ends_it_at_once_with_one_word(claims, folder):
    claims(SLOW.format(seconds=40))
    process = subprocess.Popen(
        [sys.executable, "-m", "theorem_checks", "verify", "claims.py", "--jobs", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    ledger = folder / ".theorem-checks" / "ledger.sqlite"
    deadline = time.monotonic() + 30
    while not ledger.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert time.monotonic() - started < 10
    assert (process.returncode, output, errors.strip()) == (130, "", "Interrupted.")
