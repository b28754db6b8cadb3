"""Every command of every page runs, in the order of the page, and ends as the page says."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
PART = re.compile(
    r"(?:<!-- (?P<label>file|status|not run): (?P<value>.*?) -->\n)?"
    r"^```(?P<language>python|console)\n(?P<text>.*?)^```",
    re.MULTILINE | re.DOTALL,
)
PAGES = [
    page
    for page in sorted(DOCS.rglob("*.md"))
    if page.parent.name != "claims" and "```console" in page.read_text(encoding="utf-8")
]
RUN_ELSEWHERE = {"dask scheduler": "test_schedulers", "dask worker": "test_schedulers"}


def commands(text):
    """Return (command, the output that is shown) for each command of a block."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    return [part.partition("\n")[::2] for part in parts]


def words(output):
    """Return the words of each line, without what differs from run to run."""
    return [
        re.sub(r"[\d.]+ s\b", "# s", line).split() for line in output.splitlines() if line.strip()
    ]


def run(command, folder):
    program, *arguments = shlex.split(command, comments=True)
    return subprocess.run(
        [Path(sys.executable).with_name(program), *arguments],
        cwd=folder,
        env={**os.environ, "COLUMNS": "90", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def starts_with(found, shown):
    """Whether all the words that are shown come first in what was found."""
    flat, first = ([word for line in lines for word in line] for lines in (found, shown))
    return flat[: len(first)] == first


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(DOCS)) for page in PAGES])
def test_the_commands_run(page, tmp_path):
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for part in PART.finditer(page.read_text(encoding="utf-8")):
        if part["label"] == "file":
            (tmp_path / part["value"]).write_text(part["text"], encoding="utf-8")
        if part["language"] == "python" or part["label"] == "not run":
            continue
        for command, shown in commands(part["text"]):
            if command.startswith("make "):
                assert command.split()[1] in targets
                continue
            done = run(command, tmp_path)
            status = int(part["value"]) if part["label"] == "status" else 0
            assert done.returncode == status, f"{command}\n{done.stdout}\n{done.stderr}"
            assert starts_with(words(done.stdout), words(shown)), done.stdout


def test_what_is_not_run_here_is_said_and_run_elsewhere():
    for page in PAGES:
        for part in PART.finditer(page.read_text(encoding="utf-8")):
            if part["label"] != "not run":
                continue
            assert len(part["value"].split()) > 3
            for command, _ in commands(part["text"]):
                name = next((n for n in RUN_ELSEWHERE if command.startswith(n)), "")
                if name:
                    tests = (ROOT / "tests/running" / f"{RUN_ELSEWHERE[name]}.py").read_text()
                    assert f'"{name.split()[1]}"' in tests
                else:
                    assert command.startswith("theorem-checks verify")


def test_commands_are_found():
    assert commands("$ a b\n1\n2\n$ c\n") == [("a b", "1\n2\n"), ("c", "")]
    assert not starts_with([["a"]], [["b"]])
    assert starts_with([["a", "b"], ["c"]], [["a"], ["b"]])
