"""Slips in the code of LSRL are noticed by a claim, or change nothing; see `plants`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.proofs.plants import ROOT, Kept

HERE = Path(__file__).parent
COUNT = 12  # of the slips of the seed; `python tests/proofs/plants.py 200` plants more
EQUIVALENT = {
    "language/matrices.py: self.shape, [_sum([*a, *b]) for a, b in zip(self.rows,"
    " other.rows, strict=True)] [[*a, *b] -> [*b, *a]]": (
        "a sum of exact numbers, whatever the order"
    ),
    "language/matrices.py: return self == Matrix.eye(self.shape[0]) [0 -> 1]": (
        "a matrix that is not square is no identity of either size"
    ),
    'language/operators.py: dim = _common_size(node, other, "+" if mine == theirs else "-")'
    " [_common_size(node, other, '+' if mine == theirs else '-') -> _common_size(other, node,"
    " '+' if mine == theirs else '-')]": "only the words of an error change",
    "programs/hats.py: _require_sizes(d_in, d_out) [_require_sizes(d_in, d_out) ->"
    " _require_sizes(d_out, d_in)]": "only the words of an error change",
    "targets/hawk.py: e, f = [], [] [([], []) -> ([], [])]": "two empty lists change places",
    "compiler/stages.py: if len(stages) > max(heights.values(), default=0): [len(stages) >"
    " max(heights.values(), default=0) -> len(stages) >= max(heights.values(), default=0)]": (
        "as many stages as the longest way has levels are the fewest, and of two plans of"
        " one length the first is taken"
    ),
    "programs/listing_2.py: for here, register in zip(at, registers, strict=True) [True ->"
    " False]": "both have as many entries by how they are made",
    "targets/recurrent.py: s_0 = [*positive, *[p - value for p, value in zip(positive,"
    " halves.values(), strict=True)]] [True -> False]": (
        "both have as many entries by how they are made"
    ),
    "targets/recurrent.py: positive = [max(value, value * 0) for value in halves.values()]"
    " [max(value, value * 0) -> max(value * 0, value)]": (
        "where both are equal they are the same number"
    ),
    "compiler/forms.py: operands.append(combined([(0, 1 / abs(first))], [operand])) [1 -> 2]": (
        "both sides are scaled by 2, and their sum is at most 0 as before"
    ),
    "compiler/path_normal_form.py: all_of_them = range_of(0, width_of(program.stages, program.dim))"
    " [0 -> 1]": "the nodes are counted, and not run: which entries the last reads is all the same",
    "language/cyclotomic.py: prec = 64 [64 -> 65]": (
        "so many bits are tried first, and twice as many until the question is decided"
    ),
    "targets/gru.py: eye, zeros = Matrix.eye(n), Matrix.zeros(n, n) [Matrix.zeros(n, n) ->"
    " Matrix.zeros(n, n)]": "n and n change places",
    "language/operators.py: return Matrix.full(_dim(node), 1, column[0, 0]) [(0, 0) -> (0, 0)]": (
        "0 and 0 change places"
    ),
    "language/nodes.py: return same and are_same_operations(mine, theirs) [same and"
    " are_same_operations(mine, theirs) -> same or are_same_operations(mine, theirs)]": (
        "only nodes with the same hash are compared, which is made of both"
    ),
}
"""Slips that change no output of what is compiled, with the reason."""


def planted(count: int) -> dict[str, list[tuple[str, int, str, str]]]:
    command = [sys.executable, str(HERE / "plants.py"), str(count)]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(told.stdout.splitlines()[-1])


def told(file: str, line: int, text: str, _: str) -> str:
    """A slip as it stands above, with the line that it is planted into."""
    source = (ROOT / file).read_text().splitlines()[line - 1].strip()
    return f"{file.partition('lsrl/')[2]}: {source} [{text}]"


@pytest.mark.deep
def test_slips_are_noticed_by_claims() -> None:
    found = planted(COUNT)
    left = {told(*slip) for slip in found["unnoticed"]}
    assert left <= EQUIVALENT.keys()
    assert not found["out of time"]


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
