r"""Lookup in a dictionary of token sequences, without steps and without large constants.

Inputs are those of Listing 2: tokens as integers $0, \dots, V$; n tokens of the query, then pairs
of n tokens of a key and n of its value. After each pair the last n outputs are the value of the
first key so far that equals the query; zeros if there is none.

The program is one text, `look_up`, over what it is written in: the nodes of a program (`OnNodes`),
or numbers at any n, as proofs read it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from constructions.errors import require_integer
from constructions.lsrl.helpers.counters import one_hot_by_shift
from constructions.lsrl.helpers.operations import Value, relu
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Input, Lin, LinState, Node
from constructions.lsrl.language.program import ForEach

__all__ = [
    "RULES",
    "Memories",
    "OnNodes",
    "Rules",
    "first_found",
    "kept",
    "key_found",
    "look_up",
    "same_in_key",
    "token_lookup",
]


@runtime_checkable
class Memories(Protocol):
    """In what a lookup is written: vectors at each token, by +, -, *, `relu`, `[i]` and slices.

    A vector of one entry may be added to any other. **Fields**: `token`, the vector of the token.
    """

    token: Any

    def turning(self, size: Any, /) -> Any:
        """Return the vector whose 1 stands at place t modulo its size, at token t = 0, 1, ..."""
        ...

    def leaving(self, size: Any, /) -> Any:
        """Return the vector whose 1 stands at place t, and which is 0 from t = size on."""
        ...

    def recent(self, x: Any, size: Any, /) -> Any:
        """Return the last values of a vector of one entry, the newest first; 0 before the first."""
        ...

    def added_up(self, x: Any, /) -> Any:
        """Return the sum of a vector over the tokens so far, entry by entry."""
        ...

    def total(self, x: Any, /) -> Any:
        """Return the sum of the entries of a vector."""
        ...


def kept(x: Value, where: Value, largest: int | Value) -> Value:
    """Return x where the indicator is 1, and 0 where it is 0, for 0 <= x <= largest."""
    return relu(x + where * largest - largest)


def same_in_key(key: Value, x: Value, asked: Value) -> Value:
    """Return 1 if key is 1 and the integers x and asked are equal, else 0."""
    return relu(key - relu(x - asked) - relu(asked - x))


def key_found(matches: Value, begins: Value, n: int | Value) -> Value:
    """Return 1 if a value begins and there were n matches, the most there can be, else 0."""
    return relu(matches + begins - n)


def first_found(found: Value, times: Value) -> Value:
    """Return 1 if a key is found now, and so once up to now, else 0."""
    return relu(2 * found - times)


@dataclass(frozen=True)
class Rules:
    """What a lookup decides by, each a formula of numbers or of vectors."""

    kept: Callable[[Any, Any, Any], Any] = kept
    same_in_key: Callable[[Any, Any, Any], Any] = same_in_key
    key_found: Callable[[Any, Any, Any], Any] = key_found
    first_found: Callable[[Any, Any], Any] = first_found


RULES = Rules()


def look_up(w: Memories, n: Any, largest: Any, rules: Rules = RULES) -> dict[str, Any]:
    """Write the lookup for keys of n tokens up to `largest`; return its vectors by name."""
    x = w.token
    turn = w.turning(2 * n)  # the position in n tokens and n tokens
    start = w.leaving(n)  # the position in the query, zero after it
    key, position = turn[n:], turn[:n] + turn[n:]

    q = w.added_up(rules.kept(x, start, largest))
    asked = w.total(rules.kept(q, position, largest))
    matches = rules.same_in_key(w.total(key), x, asked)
    # at the first token of a value the last n + 1 matches are those of the key, and a zero
    found = rules.key_found(w.total(w.recent(matches, n + 1)), turn[0], n)
    first = rules.first_found(found, w.added_up(found))

    registers = w.added_up(rules.kept(x, w.recent(first, n), largest))
    output = w.total(rules.kept(registers, position, largest))
    names = {"q": q, "matches": matches, "first": first, "registers": registers}
    return {"turn": turn, **names, "output": output}


def token_lookup(n: int, largest: int) -> ForEach:
    """Return the program for keys and values of n tokens from 0, ..., `largest`.

    Exact for every n and every prompt of such tokens. The first key that matches wins, so that
    repeated keys do no harm; an absent key gives zeros. Every number in it is at most
    max(`largest`, n, 2) in absolute value.

    **Raises** `ArgumentError` unless both are positive integers.
    """
    for name, value in (("n", n), ("largest", largest)):
        require_integer(name, value, 1)
    written = look_up(OnNodes(Input(dim=1)), n, largest)
    return ForEach(written["output"], written)


class OnNodes:
    """The nodes of a program in which a lookup is written."""

    def __init__(self, x: Input) -> None:
        self.token: Node = x

    def turning(self, size: int) -> Node:
        """Return a counter by cyclic shift."""
        return one_hot_by_shift(self.token, size)

    def leaving(self, size: int) -> Node:
        """Return a 1 that is moved on until it drops out."""
        before = [int(i == 0) for i in range(size + 1)]
        fed = Matrix.zeros(size + 1, self.token.dim)
        return LinState(self.token, _shift(size + 1), fed, init_state=before)[1:]

    def recent(self, x: Node, size: int) -> Node:
        """Return a state that moves each value one place on."""
        return LinState(x, _shift(size), _unit(size))

    def added_up(self, x: Node) -> Node:
        """Return a state that keeps all."""
        return LinState(x, Matrix.eye(x.dim), Matrix.eye(x.dim))

    def total(self, x: Node) -> Node:
        """Return the node of the sum."""
        return Lin(x, Matrix.full(1, x.dim))


def _shift(n: int) -> Matrix:
    """The matrix that moves each entry one place on, and the last one out."""
    return Matrix.vstack([Matrix.zeros(1, n), Matrix.select(range(n - 1), n)])


def _unit(n: int) -> Matrix:
    return Matrix.column([int(i == 0) for i in range(n)])
