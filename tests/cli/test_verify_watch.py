"""`theorem-checks verify --watch`: what is saved is verified, until Ctrl-C."""

import os
import signal
import subprocess
import sys
import time

import pytest

SECONDS = 60


@pytest.fixture
def watching(folder):
    """A function that starts the command, and one that reads lines until one has a text."""
    started: list[subprocess.Popen[str]] = []

    def start(*targets: str):
        watch = subprocess.Popen(
            [sys.executable, "-m", "theorem_checks", "verify", *targets, "--watch"],
            env={**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "100"},
            text=True,
            encoding="utf-8",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        started.append(watch)

        def read_until(wanted: str) -> str:
            assert watch.stdout is not None
            lines, end = [], time.monotonic() + SECONDS
            while not (lines and wanted in lines[-1]):
                assert time.monotonic() < end, "".join(lines)
                lines.append(watch.stdout.readline())
                assert lines[-1], "".join(lines)
            return "".join(lines)

        return watch, read_until

    yield start
    for watch in started:
        watch.kill()
        watch.communicate()


def save(file, text):
    """Write a file at once, as careful editors do."""
    partial = file.with_suffix(".part")
    partial.write_text(text)
    partial.replace(file)


@pytest.mark.timeout(SECONDS * 2)
def test_what_is_saved_is_verified_until_ctrl_c(watching, claims):
    file = claims()
    text = file.read_text()
    watch, read_until = watching("claims.py")
    assert "1 as expected" in read_until("Watching")
    save(file, text.replace("lambda n: n**2)\n", "lambda n: n**2 + (n == 7))\n"))
    shown = read_until("Watching")
    assert "Saved: claims.py" in shown
    assert "own/good  found REFUTED, expected HOLDS" in shown
    save(file, text + "\nsyntax error(\n")
    assert "SyntaxError" in read_until("Watching")
    save(file, text)
    assert "1 claim: 1 as expected" in read_until("Watching")
    watch.send_signal(signal.SIGINT)
    assert "Interrupted." in read_until("Interrupted.")
    assert watch.wait(SECONDS) == 130


@pytest.mark.timeout(SECONDS * 2)
def test_what_a_module_touches_is_verified_and_nothing_else(watching, claims, folder):
    (folder / "powers.py").write_text("def square(n):\n    return n**2\n")
    own = "\nfrom powers import square\nown = claim('own', square)\n"
    claims(own, name="resting.py")
    claims(name="other.py")
    _, read_until = watching("resting.py::own/own", "other.py")
    assert "2 claims: 2 as expected" in read_until("Watching")
    save(folder / "powers.py", "def square(n):\n    return n**2 + (n == 7)\n")
    shown = read_until("Watching")
    assert "Saved: powers.py" in shown
    assert "own/own  found REFUTED" in shown
    assert "1 claim: 0 as expected" in shown


@pytest.mark.parametrize("other", [("--json",), ("--junit", "x.xml"), ("--scheduler", "here")])
def test_no_other_way_to_print_goes_with_it(run, claims, other):
    claims()
    done = run("verify", "claims.py", "--watch", *other)
    assert done.exit_code == 2
    assert "--watch" in done.output
    assert other[0] in done.output
