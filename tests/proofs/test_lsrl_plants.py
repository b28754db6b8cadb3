"""Slips in the code of LSRL are noticed by a claim, or it is known why not; see `plants`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.proofs.plants import Kept

HERE = Path(__file__).parent
COUNT = 12  # of the slips of the seed; `python tests/proofs/plants.py 200` plants more
KNOWN = {
    "constructions/lsrl/targets/hawk.py": "how many numbers live on is said of no model of Hawk",
    "constructions/lsrl/targets/appendix_e.py": "what is as printed is refuted with it and without",
}


def planted(count: int) -> dict[str, list[list[str]]]:
    command = [sys.executable, str(HERE / "plants.py"), str(count)]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(told.stdout.splitlines()[-1])


@pytest.mark.deep
def test_slips_are_noticed_by_claims() -> None:
    found = planted(COUNT)
    assert {file for file, *_ in found["unnoticed"]} <= KNOWN.keys()
    assert len(found["noticed"]) >= COUNT - len(KNOWN)


def test_without_slips_nothing_is_run() -> None:
    assert planted(0) == {"noticed": [], "unnoticed": [], "out of time": []}


def test_what_was_found_is_kept_for_the_same_sources(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    kept = Kept(path, {"a check": ("PROVED", 1.5), "a slow one": (None, 9.0)}, True, ["noticed"])
    kept.write()
    assert Kept.read(path) == kept
    held = json.loads(path.read_text())
    path.write_text(json.dumps({**held, "sources": "of others"}))
    assert Kept.read(path) == Kept(path)
    assert Kept.read(tmp_path / "none.json") == Kept(tmp_path / "none.json")
    assert Kept.read(None) == Kept()
