"""Models in files: what is read is what was written, exactly; bad files are told apart."""

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from safetensors.numpy import load_file, save_file

from constructions.activations import sigmoid
from constructions.cells.gru import GRU, GRUActivations
from constructions.errors import ArgumentError
from constructions.lsrl import ForEach, Input, LinState, Matrix, ReLU
from constructions.lsrl.exact_files import checksum
from constructions.lsrl.programs.listing_2 import listing_2
from constructions.lsrl.saving import save
from constructions.lsrl.targets import (
    ModelFileError,
    gated_linear_rnn,
    gated_rnn,
    griffin,
    gru,
    hawk,
    linear_rnn,
    load_weights,
    lstm,
    rnn,
    save_weights,
)
from constructions.lsrl.targets.appendix_e import printed_griffin_of_layers
from constructions.lsrl.targets.layers import Affine, Layer, Network
from constructions.lsrl.targets.model import Model, Weights
from constructions.lsrl.targets.saving import VERSION
from proofs.lsrl.strategies import runs

large, small = Fraction(-(3**200), 7**90), Fraction(1, 10**40)
x = Input(2)
state = LinState(x, [["1/3", large], [0, 2]], [[small, 1], [2, -1]], init_state=[5, "1/7"])
plain = ForEach(ReLU(state - 1) - x)
gated = ForEach(ReLU(state - 1) * x)
eye = Matrix.eye(1)
PRINTED = printed_griffin_of_layers(
    [Layer(eye, eye, 0 * eye, 0 * eye, Network((Affine.identity(1),), relu_last=True))],
    2,
    [[-1]],
    window=3,
)
MODELS = {
    "Linear RNN": linear_rnn(plain),
    "Gated Linear RNN": gated_linear_rnn(gated),
    "RNN": rnn(plain),
    "Gated RNN": gated_rnn(gated),
    "GRU": gru(gated),
    "LSTM": lstm(gated),
    "Hawk": hawk(gated, 3),
    "Griffin": griffin(gated, 3),
    "printed Griffin": PRINTED,
}


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("models") / "model.safetensors"


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_models_come_back(path, name: str, dtype: str) -> None:
    model = MODELS[name]
    save_weights(model, path, dtype)
    back = load_weights(path)
    assert back == model
    assert repr(back) == repr(model)
    if model is not PRINTED:
        xs = [[1, "-2/3"], [0, 4], ["1/5", 1]]
        program = plain if name in ("Linear RNN", "RNN") else gated
        assert (back(xs) == program(xs)).all()


@given(run=runs(most_nodes=6))
@settings(max_examples=10)
def test_random_models_come_back(path, run: tuple[ForEach, list]) -> None:
    program, xs = run
    for target in (gated_linear_rnn, gru):
        save_weights(target(program), path)
        assert (load_weights(path)(xs) == program(xs)).all()


def test_irrational_weights_come_back(path) -> None:
    model = linear_rnn(listing_2(2, first_index=0))
    assert not model.is_rational
    save_weights(model, path)
    assert load_weights(path) == model


def test_the_rounded_weights_are_under_the_names_of_the_cells(path) -> None:
    model = MODELS["GRU"]
    save_weights(model, path, "float32")
    tensors = load_file(path)
    for name, weight in model.exact.weights().items():
        floats = np.array([float(e.p) / float(e.q) for e in weight.flat], dtype="float32")
        assert tensors[name].dtype == np.float32
        np.testing.assert_array_equal(tensors[name].ravel(), floats)


def problem(path) -> str:
    with pytest.raises(ModelFileError) as caught:
        load_weights(path)
    assert str(caught.value).startswith(str(path))
    return caught.value.problem


def test_truncated_files(path) -> None:
    save_weights(MODELS["Gated RNN"], path)
    whole = path.read_bytes()
    for length in (0, 7, 200, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        assert "truncated" in problem(path)


def test_foreign_files(path) -> None:
    path.write_bytes(b"no model at all, and some more bytes than eight")
    assert "no safetensors file" in problem(path)
    save_file({"weight": np.zeros(3)}, str(path))
    assert "not of an LSRL model" in problem(path)
    save(plain, path)
    assert "not of an LSRL model" in problem(path)
    save_file({"weight": np.zeros(3)}, str(path), {"format": "lsrl model", "version": "0"})
    assert "version 0" in problem(path)
    with pytest.raises(FileNotFoundError):
        load_weights(path.with_name("absent"))


def set_to(where, key, value) -> None:
    where[key] = value


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s, t: set_to(s["parts"][0], "kind", "Evil"), "unknown kind 'Evil'"),
        (lambda s, t: set_to(s["parts"][0], "relu_state", 1), "1 is neither true nor false"),
        (lambda s, t: set_to(s["parts"][0]["shapes"], "A", [2, 3]), "0.A has shape [4, 4]"),
        (lambda s, t: set_to(s["parts"][0]["shapes"], "A", [10**12, 2]), "0.A has shape [4, 4]"),
        (lambda s, t: set_to(s["parts"][0]["phi"], "maps", 2), "phi.1.W"),
        (lambda s, t: set_to(s, "layers", 9), "9 layers in"),
        (lambda s, t: s.pop("target"), "target"),
        (lambda s, t: t.pop("exact.0.B"), "exact.0.B"),
        (lambda s, t: t.pop("0.B"), "0.B"),
        (lambda s, t: set_to(t, "0.B", t["0.B"] + 1), "0.B is not exact.0.B, rounded"),
        (lambda s, t: set_to(t, "denominators", t["denominators"] * 0), "inconsistent"),
        (lambda s, t: set_to(s, "parts", "parts"), "inconsistent"),
    ],
)
def test_inconsistent_files(path, change, words: str) -> None:
    save_weights(MODELS["Gated Linear RNN"], path)
    raw = path.read_bytes()
    header = json.loads(raw[8 : 8 + int.from_bytes(raw[:8], "little")])["__metadata__"]
    structure, tensors = json.loads(header["structure"]), dict(load_file(path))
    change(structure, tensors)
    del header["checksum"]
    header["structure"] = json.dumps(structure)
    save_file(tensors, str(path), {**header, "checksum": checksum(header, tensors)})
    found = problem(path)
    assert found.startswith("inconsistent")
    assert words in found


def test_structures_too_deep_to_read(path) -> None:
    deep = "[" * 200_000 + "]" * 200_000
    header = {"format": "lsrl model", "version": VERSION, "structure": deep}
    tensors = dict(load_file_of(path))
    save_file(tensors, str(path), {**header, "checksum": checksum(header, tensors)})
    assert "RecursionError" in problem(path)


def load_file_of(path) -> dict[str, Any]:
    save_weights(MODELS["Linear RNN"], path)
    return load_file(path)


def test_parts_that_are_no_targets_are_told(path) -> None:
    (part,) = [part for part in gru(ForEach(ReLU(x))).parts if isinstance(part, Weights)][:1]
    changed = Weights(
        GRU, part.matrices, part.vectors, part.state, {"activations": GRUActivations(r=sigmoid)}
    )
    with pytest.raises(ArgumentError, match=r"parts\[0\].*with ReLUs"):
        save_weights(Model("GRU", (changed,), 1), path)


def test_files_that_cannot_be_written(path) -> None:
    with pytest.raises(FileNotFoundError):
        save_weights(MODELS["GRU"], path.parent / "absent" / "model.safetensors")
    for dtype in ("int8", "float", "nothing"):
        with pytest.raises(ArgumentError, match="dtype"):
            save_weights(MODELS["GRU"], path, dtype)


@pytest.mark.parametrize(("dtype", "power"), [("float16", 5), ("float32", 39), ("float64", 400)])
def test_numbers_beyond_the_floats_come_back(path, dtype: str, power: int) -> None:
    model = gru(ForEach(x * 10**power))
    with pytest.warns(match=f"Rounded to {dtype}, 0.*have entries that are infinite"):
        save_weights(model, path, dtype)
    assert load_weights(path) == model
