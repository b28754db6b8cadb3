r"""Table 3's data, read from files of the user's: MNIST as IDX files, Penn Treebank as texts.

Neither is part of this project. `load_digits` reads the four files of MNIST, as they are or
compressed by gzip, and `load_text` the three texts of the character-level Penn Treebank. What is
not such a file is refused, and it is said why.
"""

import gzip
import zlib
from dataclasses import dataclass
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import Any

from theorem_checks import ArgumentError

__all__ = ["Digits", "Text", "load_digits", "load_text", "permutation", "read_idx"]

PIXELS = 784
PERMUTATION_KEY = 0
BYTES = 0x08  # the type of IDX files that MNIST has: unsigned bytes
DIGIT_FILES = {
    "x": ("train-images-idx3-ubyte", 3),
    "y": ("train-labels-idx1-ubyte", 1),
    "x_test": ("t10k-images-idx3-ubyte", 3),
    "y_test": ("t10k-labels-idx1-ubyte", 1),
}
TEXT_FILES = ("ptb.char.train.txt", "ptb.char.valid.txt", "ptb.char.test.txt")
MOST_CHARACTERS = 256


def permutation(key: int = PERMUTATION_KEY, pixels: int = PIXELS) -> list[int]:
    """Return the order in which pixels are read: by the SHA-256 of 'key/pixel', in decimals.

    It follows from the key alone, on every machine; the paper's own is not printed.
    """
    return sorted(range(pixels), key=lambda i: sha256(f"{key}/{i}".encode()).digest())


@dataclass(frozen=True)
class Digits:
    """Images (N, pixels) of bytes, labels (N) below 10, and the same for tests."""

    x: Any
    y: Any
    x_test: Any
    y_test: Any

    def permuted(self, key: int = PERMUTATION_KEY) -> "Digits":
        """Return the same with pixels in the order of `permutation(key)`."""
        order = permutation(key, self.x.shape[1])
        return Digits(self.x[:, order], self.y, self.x_test[:, order], self.y_test)


def load_digits(folder: str | Path) -> Digits:
    """Read MNIST from a folder with its four IDX files, each named '...ubyte' or '...ubyte.gz'.

    **Raises** `ArgumentError` for a file that is missing, is no IDX file, or does not fit.
    """
    folder = Path(folder)
    found = {name: read_idx(_either(folder, file), axes) for name, (file, axes) in
             DIGIT_FILES.items()}  # fmt: skip
    for images, labels in (("x", "y"), ("x_test", "y_test")):
        shape, count = found[images].shape, len(found[labels])
        if shape[0] != count:
            raise ArgumentError("folder", str(folder), f"a label for each of {shape[0]} images")
        if count and found[labels].max() > 9:
            raise ArgumentError("folder", str(folder), "labels from 0 to 9")
    if found["x"].shape[1:] != found["x_test"].shape[1:]:
        shapes = [found[name].shape for name in ("x", "x_test")]
        raise ArgumentError("folder", shapes, "images of one size for training and tests")
    flat = {name: found[name].reshape(len(found[name]), -1) for name in ("x", "x_test")}
    return Digits(**(found | flat))


def read_idx(path: str | Path, axes: int) -> Any:
    """Return the bytes of an IDX file as an array of so many axes.

    It begins with two zeros, the type (8 for bytes) and the number of axes, a byte each; then the
    lengths of the axes, four bytes each, the greatest first; then the entries.

    **Raises** `ArgumentError` for anything else.
    """
    import numpy as np

    content = _content(Path(path))
    wanted = bytes((0, 0, BYTES, axes))
    if content[:4] != wanted:
        begun = content[:4].hex(" ") or "nothing"
        hint = f"It begins with {begun}, and {wanted.hex(' ')} is expected."
        raise ArgumentError("path", str(path), f"an IDX file of bytes with {axes} axes", hint)
    start = 4 + 4 * axes
    shape = tuple(int.from_bytes(content[i : i + 4], "big") for i in range(4, start, 4))
    if len(content) != start + prod(shape):
        hint = f"It has {len(content)} bytes; shape {shape} takes {start + prod(shape)}."
        raise ArgumentError("path", str(path), "an IDX file that is complete", hint)
    return np.frombuffer(content, np.uint8, offset=start).reshape(shape)


@dataclass(frozen=True)
class Text:
    """Characters of a corpus as numbers: for training, validation and tests; `alphabet` names them.

    Only characters of the first text have numbers.
    """

    alphabet: str
    train: Any
    valid: Any
    test: Any


def load_text(folder: str | Path) -> Text:
    """Read the texts of `TEXT_FILES`, or of these names without 'char.', from a folder.

    **Raises** `ArgumentError` for a file that is missing, empty, not UTF-8, has more than 256
    different characters, or characters that the training text has not.
    """
    import numpy as np

    folder = Path(folder)
    texts = [_text(folder, name) for name in TEXT_FILES]
    alphabet = "".join(sorted(set(texts[0])))
    if len(alphabet) > MOST_CHARACTERS:
        expected = f"a text of at most {MOST_CHARACTERS} different characters"
        raise ArgumentError("folder", str(folder), expected, f"It has {len(alphabet)}.")
    numbers = {character: i for i, character in enumerate(alphabet)}
    for name, text in zip(TEXT_FILES[1:], texts[1:], strict=True):
        if unknown := sorted(set(text) - numbers.keys()):
            hint = f"{name} has also {unknown[:5]}."
            raise ArgumentError("folder", str(folder), "characters of the training text", hint)
    return Text(alphabet, *(np.array([numbers[c] for c in text], np.int32) for text in texts))


def _text(folder: Path, name: str) -> str:
    path = folder / name
    if not path.exists():
        path = folder / name.replace("char.", "")
    content = _content(path)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ArgumentError("path", str(path), "a text in UTF-8", f"{error}.") from error
    if not text:
        raise ArgumentError("path", str(path), "a text that is not empty")
    return text


def _either(folder: Path, name: str) -> Path:
    """Return the file of that name, or the one with '.gz' behind it."""
    plain, packed = folder / name, folder / f"{name}.gz"
    return packed if packed.exists() and not plain.exists() else plain


def _content(path: Path) -> bytes:
    """Return the bytes of a file, unpacked if it begins as gzip does."""
    try:
        content = path.read_bytes()
        return gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
    except (OSError, EOFError, zlib.error) as error:
        raise ArgumentError("path", str(path), "a file that can be read", f"{error}.") from error
