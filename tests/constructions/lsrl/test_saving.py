"""Programs in files: what is read is what was written; bad files are told apart."""

import json
import subprocess
import sys
import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from safetensors.numpy import load_file, save_file

from constructions.arrays import EXACT
from constructions.lsrl import ForEach, Input, Lin, LinState, ReLU, cos_turn, sin_turn
from constructions.lsrl.exact_files import checksum
from constructions.lsrl.programs.hats import hat_program
from constructions.lsrl.programs.listing_2 import listing_2
from constructions.lsrl.saving import FORMAT, VERSION, ProgramFileError, load, save
from proofs.lsrl.strategies import programs


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("programs") / "program.safetensors"


@settings(max_examples=30)
@given(program=programs())
def test_programs_come_back(path, program):
    save(program, path)
    assert load(path) == program
    assert load(path).graph.inputs == program.graph.inputs


def test_exact_numbers_of_any_size_come_back(path):
    large, small = Fraction(-(3**200), 7**90), Fraction(1, 10**40)
    x = Input(2)
    c, s = cos_turn(1, 7), sin_turn(3, 5)
    program = ForEach(LinState(x, [[c, large], [0, s]], [[small, 1], [2, -s]], init_state=[c, 0]))
    save(program, path)
    back = load(path)
    assert back == program
    assert back.states[0].A[0, 0] == c
    assert back.states[0].A[0, 1] == EXACT.entry(large)
    assert (back([[1, 2]] * 2) == program([[1, 2]] * 2)).all()


def test_names_come_back(path):
    program = listing_2(2, first_index=0)
    save(program, path)
    back = load(path)
    assert repr(back) == repr(program)
    assert list(back.names) == list(program.names)


def test_numbers_are_kept_once(path):
    save(hat_program(2, 2), path)
    tensors = load_file(path)
    assert tensors["numbers"].tolist() == [[1, 1], [1, 1]]  # 1 and -1
    assert tensors["numerators"].tolist() == [[1], [1]]
    assert sorted(tensors["negative"].tolist()) == [0, 1]


def problem(path):
    with pytest.raises(ProgramFileError) as caught:
        load(path)
    assert str(caught.value).startswith(str(path))
    return caught.value.problem


def test_truncated_files(path):
    save(hat_program(1, 1), path)
    whole = path.read_bytes()
    for length in (0, 4, 100, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        assert "truncated" in problem(path)


def test_foreign_files(path):
    path.write_bytes(b"a text that is no program at all, and longer than eight bytes")
    assert "no safetensors file" in problem(path)
    save_file({"weight": np.zeros(3)}, str(path))
    assert "not of an LSRL program" in problem(path)
    save_file({"weight": np.zeros(3)}, str(path), {"format": FORMAT, "version": "99"})
    assert "version 99" in problem(path)
    with pytest.raises(FileNotFoundError):
        load(path.with_name("absent"))


def spoilt(path, change):
    """Save a program, and spoil its structure and tensors."""
    x = Input(2)
    save(ForEach(ReLU(Lin(x, [[1, 0], [2, "1/3"]], b=5)), {"x": x}), path)
    structure = json.loads(metadata_of(path)["structure"])
    tensors = dict(load_file(path))
    change(structure, tensors)
    metadata = {"format": FORMAT, "version": VERSION, "structure": json.dumps(structure)}
    metadata["checksum"] = checksum(metadata, tensors)  # of one who knows how to make it
    save_file(tensors, str(path), metadata)
    return problem(path)


def metadata_of(path):
    raw = path.read_bytes()
    return json.loads(raw[8 : 8 + int.from_bytes(raw[:8], "little")])["__metadata__"]


def set_to(where, key, value):
    where[key] = value


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s, t: set_to(s["nodes"][1], "inputs", [2]), "2 is not a place before 1"),  # a cycle
        (lambda s, t: set_to(s["nodes"][1], "kind", "Evil"), "unknown kind 'Evil'"),
        (lambda s, t: set_to(s["nodes"][1], "inputs", []), "inconsistent"),
        (
            lambda s, t: set_to(s["nodes"][1], "dim", 3),
            "1.A has shape [2, 2]",
        ),
        (
            lambda s, t: set_to(s["nodes"][1]["shapes"], "A", [2, 3]),
            "1.A has shape [2, 3]",
        ),
        (lambda s, t: set_to(s["nodes"][1]["shapes"], "A", [1, 2]), "1.A has shape [1, 2]"),
        (lambda s, t: set_to(s["nodes"][0], "dim", 2.5), "2.5"),
        (lambda s, t: set_to(s["names"], "x", 7), "7 is not a place before 3"),
        (lambda s, t: set_to(s, "nodes", []), "no nodes"),
        (lambda s, t: s["nodes"].insert(1, s["nodes"][0]), "inconsistent"),
        (lambda s, t: s.pop("names"), "names"),
        (lambda s, t: t.pop("1.A"), "1.A"),
        (lambda s, t: set_to(t, "1.A", t["1.A"][::-1].copy()[[0, 0]]), "not in order"),
        (lambda s, t: set_to(t, "1.A", t["1.A"] + 9), "not a place"),
        (lambda s, t: set_to(t, "denominators", t["denominators"] * 0), "inconsistent"),
        (lambda s, t: set_to(t, "numerators", t["numerators"] * 0), "zero among"),
        (lambda s, t: set_to(t, "numbers", t["numbers"] * 2), "too short"),
        (lambda s, t: set_to(t, "negative", t["negative"][:1]), "inconsistent"),
    ],
)
def test_inconsistent_files(path, change, words):
    found = spoilt(path, change)
    assert found.startswith("inconsistent")
    assert words in found


def test_changed_numbers_do_not_load(path):
    save(ForEach(Lin(Input(2), [[1, 0], [2, "1/3"]], b=5)), path)
    tensors = dict(load_file(path))
    tensors["numerators"] = tensors["numerators"] + 1
    save_file(tensors, str(path), metadata_of(path))
    assert "its checksum does not fit" in problem(path)


def test_sizes_are_compared_before_anything_is_made(path):
    def enlarge(structure, tensors):
        structure["nodes"][1]["shapes"]["A"] = [2**20 - 1, 2**20 - 1]

    started = time.monotonic()
    assert "does not fit its node" in spoilt(path, enlarge)
    assert time.monotonic() - started < 1


def test_types_that_numpy_does_not_have_are_told(path):
    save(ForEach(Lin(Input(2), [[1, 0], [2, "1/3"]], b=5)), path)
    path.write_bytes(path.read_bytes().replace(b'"dtype":"I64"', b'"dtype":"F8 "', 1))
    assert problem(path)
    path.write_bytes(path.read_bytes().replace(b'"dtype":"F8 "', b'"dtype":"F8_E4M3"', 1))
    assert problem(path)


def test_programs_and_models_are_told_apart(tmp_path):
    """In an interpreter of its own, without the checks of types that these tests run with."""
    code = """if True:
        import sys
        from constructions.lsrl.programs.hats import hat_program
        from constructions.lsrl.saving import save
        from constructions.lsrl.targets import gru
        from constructions.lsrl.targets.saving import save_weights
        program = hat_program(1, 1)
        for write, value in ((save, gru(program)), (save_weights, program)):
            try:
                write(value, sys.argv[1])
            except ValueError as error:
                print(error)
    """
    path = tmp_path / "nothing.safetensors"
    run = [sys.executable, "-c", code, str(path)]
    said = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert "is written by constructions.lsrl.targets.saving.save_weights" in said
    assert "is written by constructions.lsrl.saving.save" in said
    assert not path.exists()
