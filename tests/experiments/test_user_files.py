"""MNIST and Penn Treebank: read from a user's files, and what is none of these is refused."""

import gzip

import numpy as np
import pytest

from proofs.sparse_attention.experiments.table_3 import (
    MNIST,
    PTB,
    Training,
    checks_on,
    digits_experiment,
    text_experiment,
)
from proofs.sparse_attention.experiments.user_files import (
    load_digits,
    load_text,
    permutation,
    read_idx,
)
from theorem_checks import ArgumentError, train

CUBE = np.zeros((2, 2, 2), np.uint8)
TEXTS = {"train": "no it was n't\n", "valid": "now it", "test": "it was"}


def idx(array, kind=8):
    head = bytes((0, 0, kind, array.ndim))
    return head + b"".join(n.to_bytes(4, "big") for n in array.shape) + array.tobytes()


def digits(folder, count=3, packed=False, **changed):
    rng = np.random.default_rng(0)
    made = {}
    for part, n in (("train", count), ("t10k", count - 1)):
        made[f"{part}-images-idx3-ubyte"] = rng.integers(0, 256, (n, 4, 4)).astype(np.uint8)
        made[f"{part}-labels-idx1-ubyte"] = rng.integers(0, 10, n).astype(np.uint8)
    made |= changed
    for name, array in made.items():
        content = idx(array)
        path = folder / (f"{name}.gz" if packed else name)
        path.write_bytes(gzip.compress(content) if packed else content)
    return made


@pytest.mark.parametrize("packed", [False, True])
def test_digits_are_read_packed_or_not(tmp_path, packed):
    made = digits(tmp_path, packed=packed)
    found = load_digits(tmp_path)
    images = made["train-images-idx3-ubyte"]
    np.testing.assert_array_equal(found.x, images.reshape(3, 16))
    np.testing.assert_array_equal(found.y_test, made["t10k-labels-idx1-ubyte"])
    assert found.x.dtype == np.uint8
    order = permutation(0, 16)
    np.testing.assert_array_equal(found.permuted().x[1], images[1].ravel()[order])
    np.testing.assert_array_equal(found.permuted().y, found.y)


def test_the_permutation_is_fixed_by_its_key():
    order = permutation()
    assert sorted(order) == list(range(784))
    assert order[:4] == [486, 16, 771, 325]  # in a shell: printf '0/%d' $i | sha256sum
    assert permutation(1) != order


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "begins with nothing"),
        (b"\x00\x00\x08\x01\x00\x00\x00\x02ab", "begins with 00 00 08 01"),
        (idx(np.zeros((1, 2, 2), ">i4"), kind=12), "begins with 00 00 0c 03"),
        (idx(CUBE)[:-1], "It has 23 bytes"),
        (idx(CUBE) + b"x", "It has 25 bytes"),
        (b"\x00\x00\x08\x03\x00\x00", "an IDX file that is complete"),
        # the time of packing is part of a packed file, and would be of the test's name
        (gzip.compress(idx(CUBE), mtime=0)[:-9], "a file that can be read"),
        (b"\x1f\x8bnot packed at all", "a file that can be read"),
    ],
)
def test_what_is_no_idx_file_is_refused(tmp_path, content, told):
    path = tmp_path / "train-images-idx3-ubyte"
    path.write_bytes(content)
    with pytest.raises(ArgumentError, match=told):
        read_idx(path, 3)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"train-labels-idx1-ubyte": np.zeros(2, np.uint8)}, "a label for each of 3 images"),
        ({"t10k-labels-idx1-ubyte": np.full(2, 10, np.uint8)}, "labels from 0 to 9"),
        ({"t10k-images-idx3-ubyte": np.zeros((2, 5, 4), np.uint8)}, "images of one size"),
    ],
)
def test_digits_that_do_not_fit_are_refused(tmp_path, changed, told):
    digits(tmp_path, **changed)
    with pytest.raises(ArgumentError, match=told):
        load_digits(tmp_path)


def test_missing_digits_are_named(tmp_path):
    digits(tmp_path)
    (tmp_path / "t10k-labels-idx1-ubyte").unlink()
    with pytest.raises(ArgumentError, match="t10k-labels-idx1-ubyte"):
        load_digits(tmp_path)


def texts(folder, word="char.", **changed):
    for name, text in (TEXTS | changed).items():
        content = text if isinstance(text, bytes) else text.encode()
        (folder / f"ptb.{word}{name}.txt").write_bytes(content)


@pytest.mark.parametrize("word", ["char.", ""])
def test_texts_are_read_as_numbers_of_their_alphabet(tmp_path, word):
    texts(tmp_path, word)
    found = load_text(tmp_path)
    assert found.alphabet == "\n 'ainostw"
    assert "".join(found.alphabet[i] for i in found.train) == TEXTS["train"]
    assert "".join(found.alphabet[i] for i in found.test) == TEXTS["test"]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"train": ""}, "a text that is not empty"),
        ({"valid": "Now"}, "characters of the training text.*'N'"),
        ({"test": b"\xff\xfe"}, "a text in UTF-8"),
        ({"train": "".join(map(chr, range(300)))}, "at most 256 different characters"),
    ],
)
def test_what_is_no_corpus_is_refused(tmp_path, changed, told):
    texts(tmp_path, **changed)
    with pytest.raises(ArgumentError, match=told):
        load_text(tmp_path)


def test_a_missing_text_is_named(tmp_path):
    texts(tmp_path)
    (tmp_path / "ptb.char.valid.txt").unlink()
    with pytest.raises(ArgumentError, match=r"ptb\.valid\.txt"):
        load_text(tmp_path)


@pytest.mark.parametrize(
    ("named", "checks"),
    [
        ({}, []),
        ({MNIST: ""}, []),
        ({MNIST: "digits"}, ["check_digits"]),
        ({MNIST: "digits", PTB: "texts"}, ["check_digits", "check_text"]),
    ],
)
def test_table_3_is_checked_where_files_are_named(named, checks):
    assert [check.name for check in checks_on(named)] == checks


@pytest.mark.deep
def test_networks_train_on_digits_and_texts_that_were_read(tmp_path):
    plan = Training(units=2, slots=1, steps=2, batch=2)
    digits(tmp_path)
    run = train(digits_experiment("RNN", load_digits(tmp_path), plan, [0]))
    assert 0 <= run.final("accuracy").mean <= 1
    texts(tmp_path, train="a bc\n" * 40, valid="a", test="ba c\n" * 40)
    run = train(text_experiment("LSTM", load_text(tmp_path), plan, [0, 1]))
    assert run.of("bits").shape == (1, 2, 3)
    assert run.of("bits")[..., 0] == pytest.approx(np.log2(5), abs=1.5)  # untrained, 5 characters
