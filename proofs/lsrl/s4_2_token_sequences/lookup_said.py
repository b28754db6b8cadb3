"""What the comments of Listing 2 say of its variables at each token, as pure functions, for all n.

Tokens are any integers from 0 on: the first n are the query. What follows need be no dictionary. At
time t the position is t modulo n.
"""

from typing import NamedTuple

from constructions.lsrl.listed.data import ListedProgram, Vector
from constructions.lsrl.listed.hats import Vectors
from constructions.lsrl.listed.lookup import Gains
from constructions.lsrl.listed.lookup_program import lookup_written
from constructions.lsrl.listed.outputs import node_first, node_values, vector_at
from proofs.lsrl.s4_2_token_sequences.every_dictionary import Word, in_numbers

__all__ = [
    "Words",
    "buffer_at",
    "buffer_said",
    "enough_for",
    "enough_to_put_out",
    "in_each",
    "matching_at",
    "matching_said",
    "modes_at",
    "modes_said",
    "output_at",
    "output_said",
    "query_at",
    "query_said",
    "registers_at",
    "registers_said",
    "started_at",
    "started_said",
    "values_at",
]

Words = tuple[Word, ...]
"""At each token the values of a line, as integers."""


class Said(NamedTuple):
    """The values at a token, as integers; a bit is 0 or 1.

    `modes` has the time, is_prompt, is_compare_mode, is_copy_mode and is_first_token_for_copy;
    `query` the tokens of the query so far; `buffer` the last n + 1 matches and all_matching.
    """

    modes: Word
    query: Word
    matching: Word
    buffer: Word
    started: Word
    registers: Word
    output: Word


def remainder(t: int, n: int) -> int:
    """Return t modulo n."""
    left = 0
    for _ in range(t):
        left = left + 1 if left + 1 < n else 0
    return left


def token_at(tokens: Word, t: int) -> int:
    """Return the token at a time."""
    return tokens[t] if t < len(tokens) else 0


def bit(so: bool) -> int:
    """Return 1 where it is so, 0 where it is not."""
    return 1 if so else 0


def compares(n: int, t: int) -> bool:
    """Whether a token of a key is compared."""
    return remainder(t, 2 * n) >= n


def is_copied(n: int, t: int) -> bool:
    """Whether this is a time of the prompt at which a token of a value may be copied."""
    return t >= n and not compares(n, t)


def is_first(n: int, t: int) -> bool:
    """Whether it is the first token of a value."""
    return is_copied(n, t) and remainder(t, n) == 0


def is_match(n: int, tokens: Word, t: int) -> bool:
    """Whether the token of a key is the query's at its position."""
    return compares(n, t) and token_at(tokens, t) == token_at(tokens, remainder(t, n))


def whole_key(n: int, tokens: Word, t: int) -> bool:
    """Whether the n tokens before this one all matched."""
    return t >= n and all(is_match(n, tokens, s) for s in range(t) if s + n >= t)


def started(n: int, tokens: Word, t: int) -> int:
    """Return the time of the first token of the value whose key matched: of several, the sum."""
    return sum(s for s in range(t + 1) if whole_key(n, tokens, s) and is_first(n, s))


def is_kept(n: int, tokens: Word, t: int) -> bool:
    """Whether this token is copied: a token of a value, at most n after one started."""
    return is_copied(n, t) and t < started(n, tokens, t) + n


def register(n: int, tokens: Word, t: int, i: int) -> int:
    """Return the token that was copied at a position, or 0: of several, the sum."""
    return sum(
        token_at(tokens, s) for s in range(t + 1) if is_kept(n, tokens, s) and remainder(s, n) == i
    )


def said_at(n: int, tokens: Word, t: int) -> Said:
    """Return what the comments say of the variables at a time."""
    return Said(
        modes=(t, bit(t >= n), bit(compares(n, t)), bit(is_copied(n, t)), bit(is_first(n, t))),
        query=tuple(token_at(tokens, i) if i <= t else 0 for i in range(n)),
        matching=(bit(is_match(n, tokens, t)),),
        buffer=(
            *(
                bit(any(s + n == t + k and is_match(n, tokens, s) for s in range(t + 1)))
                for k in range(n + 1)
            ),
            bit(whole_key(n, tokens, t)),
        ),
        started=(started(n, tokens, t),),
        registers=tuple(register(n, tokens, t, i) for i in range(n)),
        output=(register(n, tokens, t, remainder(t, n)),),
    )


def modes_said(n: int, tokens: Word) -> Words:
    """Return what is said of the time and the modes."""
    return tuple(said_at(n, tokens, t).modes for t in range(len(tokens)))


def query_said(n: int, tokens: Word) -> Words:
    """Return what is said of q."""
    return tuple(said_at(n, tokens, t).query for t in range(len(tokens)))


def matching_said(n: int, tokens: Word) -> Words:
    """Return what is said of matching."""
    return tuple(said_at(n, tokens, t).matching for t in range(len(tokens)))


def buffer_said(n: int, tokens: Word) -> Words:
    """Return what is said of the buffer, and of all_matching."""
    return tuple(said_at(n, tokens, t).buffer for t in range(len(tokens)))


def started_said(n: int, tokens: Word) -> Words:
    """Return what is said of started_on."""
    return tuple(said_at(n, tokens, t).started for t in range(len(tokens)))


def registers_said(n: int, tokens: Word) -> Words:
    """Return what is said of the registers."""
    return tuple(said_at(n, tokens, t).registers for t in range(len(tokens)))


def output_said(n: int, tokens: Word) -> Words:
    """Return what is said of the output."""
    return tuple(said_at(n, tokens, t).output for t in range(len(tokens)))


def modes_at(n: int, gains: Gains) -> Word:
    """Return which values the time and the modes are."""
    written = lookup_written(n, gains)
    modes = written.modes
    return (
        written.counters.time,
        modes.is_prompt,
        modes.is_compare_mode,
        modes.is_copy_mode,
        len(modes.nodes),
    )


def query_at(n: int, gains: Gains) -> Word:
    """Return which value the query is."""
    return (lookup_written(n, gains).query,)


def matching_at(n: int, gains: Gains) -> Word:
    """Return which value says whether a token matches."""
    return (lookup_written(n, gains).matching,)


def buffer_at(n: int, gains: Gains) -> Word:
    """Return which value the buffer is, and which says whether all match."""
    written = lookup_written(n, gains)
    return (written.buffer, written.all_matching)


def started_at(n: int, gains: Gains) -> Word:
    """Return which value started_on is."""
    return (lookup_written(n, gains).started_on,)


def registers_at(n: int, gains: Gains) -> Word:
    """Return which values the registers are."""
    return lookup_written(n, gains).registers


def output_at(n: int, gains: Gains) -> Word:
    """Return which value the output is."""
    return (len(lookup_written(n, gains).nodes),)


def values_at(program: ListedProgram, places: Word, tokens: Vector) -> Vectors:
    """Return at each token the entries of some values of a program, one after the other."""
    empty: Vector = ()
    last: Vectors = (empty, *(node_first(node) for node in program.nodes))
    found: Vectors = ()
    for x in tokens:
        last = node_values(program, last, (x,))
        found = (*found, tuple(a for i in places for a in vector_at(last, i)))
    return found


def in_each(words: Words) -> Vectors:
    """Return words as vectors of numbers."""
    return tuple(in_numbers(word) for word in words)


def enough_for(tokens: Word) -> int:
    """Return the least gain: the largest token, or the number of tokens."""
    largest = max((token for token in tokens), default=0)
    return largest if len(tokens) <= largest else len(tokens)


def enough_to_put_out(tokens: Word) -> int:
    """Return the least gain for registers in which tokens add up: their sum, or their number."""
    total = sum(token for token in tokens)
    return total if len(tokens) <= total else len(tokens)
