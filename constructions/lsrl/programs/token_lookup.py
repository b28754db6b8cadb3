r"""Lookup in a dictionary of token sequences, without steps and without large constants.

Inputs are those of Listing 2: tokens as integers $0, \dots, V$; n tokens of the query, then pairs
of n tokens of a key and n of its value. After each pair the last n outputs are the value of the
first key so far that equals the query; zeros if there is none.
"""

from constructions.errors import require_integer
from constructions.lsrl.helpers.counters import one_hot_by_shift
from constructions.lsrl.helpers.operations import Value, relu
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Input, Lin, LinState, Node
from constructions.lsrl.language.program import ForEach

__all__ = ["first_found", "kept", "key_found", "same_in_key", "token_lookup"]


def kept(x: Value, where: Value, largest: int | Value) -> Value:
    """Return x where the indicator is 1, and 0 where it is 0, for 0 <= x <= largest."""
    return relu(x + largest * where - largest)


def same_in_key(key: Value, x: Value, asked: Value) -> Value:
    """Return 1 if key is 1 and the integers x and asked are equal, else 0."""
    return relu(key - relu(x - asked) - relu(asked - x))


def key_found(matches: Value, begins: Value, n: int | Value) -> Value:
    """Return 1 if a value begins and there were n matches, the most there can be, else 0."""
    return relu(matches + begins - n)


def first_found(found: Value, times: Value) -> Value:
    """Return 1 if a key is found now, and so once up to now, else 0."""
    return relu(2 * found - times)


def token_lookup(n: int, largest: int) -> ForEach:
    """Return the program for keys and values of n tokens from 0, ..., `largest`.

    Exact for every n and every prompt of such tokens. The first key that matches wins, so that
    repeated keys do no harm; an absent key gives zeros. Every number in it is at most
    max(`largest`, n, 2) in absolute value.

    **Raises** `ArgumentError` unless both are positive integers.
    """
    for name, value in (("n", n), ("largest", largest)):
        require_integer(name, value, 1)
    x = Input(dim=1)
    turn = one_hot_by_shift(x, 2 * n)  # the position in n tokens and n tokens
    start = _start(x, n)  # the position in the query, zero after it
    key, position = turn[n:], turn[:n] + turn[n:]

    q = _kept_at(x, start, largest)
    asked = _read_at(q, position, largest)
    matches = same_in_key(_sum(key), x, asked)
    recent = LinState(matches, _shift(n + 1), _unit(n + 1))
    # at the first token of a value the last n + 1 matches are those of the key, and a zero
    found = key_found(_sum(recent), turn[0], n)
    times = LinState(found, A=1, B=1)
    first = first_found(found, times)

    registers = _kept_at(x, _pulses(first, n), largest)
    output = _read_at(registers, position, largest)
    names = {"q": q, "matches": matches, "first": first, "registers": registers}
    return ForEach(output, {"turn": turn, **names, "output": output})


def _kept_at(x: Node, where: Node, largest: int) -> Node:
    """The state that adds up x at the positions that `where` indicates."""
    return LinState(kept(x, where, largest), Matrix.eye(where.dim), Matrix.eye(where.dim))


def _read_at(values: Node, where: Node, largest: int) -> Node:
    """The value at the position that `where` indicates."""
    return _sum(kept(values, where, largest))


def _start(x: Node, n: int) -> Node:
    """The indicators of the first n tokens: a 1 that is moved on until it drops out."""
    before = [int(i == 0) for i in range(n + 1)]
    return LinState(x, _shift(n + 1), Matrix.zeros(n + 1, 1), init_state=before)[1:]


def _pulses(x: Node, n: int) -> Node:
    """The last n values of x, the newest first."""
    return LinState(x, _shift(n), _unit(n))


def _shift(n: int) -> Matrix:
    """The matrix that moves each entry one place on, and the last one out."""
    return Matrix.vstack([Matrix.zeros(1, n), Matrix.select(range(n - 1), n)])


def _unit(n: int) -> Matrix:
    return Matrix.column([int(i == 0) for i in range(n)])


def _sum(x: Node) -> Node:
    return Lin(x, Matrix.full(1, x.dim))
