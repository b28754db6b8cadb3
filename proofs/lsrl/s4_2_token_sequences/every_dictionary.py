r"""Listing 2, mended, for every n, every dictionary and every query: what its runs put out.

A run is an induction over the tokens. After t of them the time is t - 1, the counters are at its
remainders modulo n and 2n, the query is stored, the buffer has the last n + 1 matches, started_on
is the sum of the times at which a key was matched, and each register is a sum of tokens. As keys
are distinct there is at most one match, so the registers hold the value of its key
(`lookup_runs.v`). This is of the formulas, and the nodes put out what they do (`lookup_nodes.v`).
"""

from collections.abc import Callable
from typing import Any

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.data import ListedProgram, Vector
from constructions.lsrl.listed.hats import Vectors, multiple
from constructions.lsrl.listed.lookup import Gains, zeros
from constructions.lsrl.listed.outputs import entry_of, program_outputs
from constructions.lsrl.programs.lookup_lines import Steps
from theorem_checks import SameValues, pure, pure_each

Word = tuple[int, ...]
"""A key or a value: its tokens."""
Pair = tuple[Word, Word]
"""A key and its value."""
Dictionary = tuple[Pair, ...]


def from_one_on(n: int) -> int:
    """Return a size from 1 on: so any."""
    return n if n >= 1 else 1


def word_of(n: int, tokens: Word) -> Word:
    """Return n tokens: the first ones, and 0 where there are none: so any."""
    return tuple(tokens[i] if i < len(tokens) else 0 for i in range(n))


def same(a: Word, b: Word) -> bool:
    """Whether two words of the same length are equal."""
    return all(x == y for x, y in zip(a, b, strict=False))


def is_key(word: Word, dictionary: Dictionary) -> bool:
    """Whether a word is one of the keys."""
    return any(same(word, key) for key, _ in dictionary)


def dictionary_of(n: int, pairs: Dictionary) -> Dictionary:
    """Return pairs of words of n tokens with distinct keys: so any dictionary."""
    found: Dictionary = ()
    for key, content in pairs:
        pair: Pair = (word_of(n, key), word_of(n, content))
        found = found if is_key(word_of(n, key), found) else (*found, pair)
    return found


def without_key(word: Word, dictionary: Dictionary) -> Dictionary:
    """Return the pairs with other keys: so any dictionary in which a word is no key."""
    return tuple((key, content) for key, content in dictionary if not same(word, key))


def tokens_of(query: Word, dictionary: Dictionary) -> Word:
    """Return the tokens of a query and of all pairs."""
    found = query
    for key, content in dictionary:
        found = (*found, *key, *content)
    return found


def in_numbers(tokens: Word) -> Vector:
    """Return tokens as numbers."""
    return tuple(multiple(token, ONE) for token in tokens)


def prompt_of(query: Word, dictionary: Dictionary) -> Vector:
    """Return a query and all pairs as a program takes them."""
    return in_numbers(tokens_of(query, dictionary))


def prompts_of_keys(dictionary: Dictionary) -> Vectors:
    """Return for each key the prompt in which it is the query."""
    return tuple(prompt_of(key, dictionary) for key, _ in dictionary)


def values_of_keys(dictionary: Dictionary) -> Vectors:
    """Return the value of each key."""
    return tuple(in_numbers(content) for _, content in dictionary)


def at_least(a: Number, b: Number) -> Number:
    """Return a number that is at least b: so any."""
    return a if a >= b else b


def enough(query: Word, dictionary: Dictionary) -> int:
    """Return the least gain: the largest token, or the number of tokens."""
    largest = max((token for token in tokens_of(query, dictionary)), default=0)
    many = len(tokens_of(query, dictionary))
    return largest if many <= largest else many


def enough_for_keys(dictionary: Dictionary) -> int:
    """Return the least gain with which each key can be asked for."""
    return max((enough(key, dictionary) for key, _ in dictionary), default=0)


def gains_of(mu: Number, lam: Number, least: int) -> Gains:
    r"""Return the constants for $\mu \ge 2$ and $\lambda$ of at least a size: so any."""
    steep: Any = at_least(mu, ONE + ONE)
    width = ONE / steep if steep != 0 else ZERO
    half = ONE / (ONE + ONE) if (ONE + ONE) != 0 else ZERO
    return Gains(Steps(steep, width, half), at_least(lam, multiple(least, ONE)))


def scalar_outputs(program: ListedProgram, tokens: Vector) -> Vector:
    """Return the outputs, of one entry, of a program on tokens of one entry."""
    put_out = program_outputs(program, tuple((x,) for x in tokens))
    return tuple(entry_of(y, 0) for y in put_out)


def last_outputs(n: int, dictionary: Dictionary, outputs: Vector) -> Vector:
    """Return the outputs after those at the first 2 n tokens for each pair: the last n."""
    return outputs[2 * n * len(dictionary) :]


def says_same(listed: Callable[..., Any], outputs: Callable[..., Any]) -> SameValues:
    """The nodes put out what formulas do: all n, all gains, all tokens."""
    put_out = pure(scalar_outputs, pure(listed, "n", "gains"), "tokens")
    return SameValues(put_out, pure(outputs, "n", "gains", "tokens"))


def says_looks_up(listed: Callable[..., Any]) -> SameValues:
    """Of each key that is asked for the last n outputs are the value: all n, all dictionaries."""
    n = pure(from_one_on, "n")
    dictionary = pure(dictionary_of, n, "pairs")
    gains = pure(gains_of, "mu", "lam", pure(enough_for_keys, dictionary))
    prompts = pure(prompts_of_keys, dictionary)
    runs = pure_each(scalar_outputs, pure(listed, n, gains), prompts)
    return SameValues(
        pure_each(last_outputs, n, dictionary, runs), pure(values_of_keys, dictionary)
    )


def says_zeros(listed: Callable[..., Any]) -> SameValues:
    """Of a query that is no key the last n outputs are 0: all n, all dictionaries."""
    n = pure(from_one_on, "n")
    query = pure(word_of, n, "query")
    dictionary = pure(without_key, query, pure(dictionary_of, n, "pairs"))
    gains = pure(gains_of, "mu", "lam", pure(enough, query, dictionary))
    run = pure(scalar_outputs, pure(listed, n, gains), pure(prompt_of, query, dictionary))
    return SameValues(pure(last_outputs, n, dictionary, run), pure(zeros, n))
