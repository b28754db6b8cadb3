r"""Sec. 4.2 repaired: a plain program without steps and large constants is a dictionary.

The program is one text, which is read in two ways: in nodes, which is the program at each n, and in
numbers at any n, of which it is proved what it answers (`token_lookup.v`). A run is an induction
over the tokens: the 1 of the counter stands at t mod 2n, the query is in q, of the last n + 1
matches n are those of a key, and the registers hold the value of the first key that was found.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from constructions.lsrl import ForEach, Input
from constructions.lsrl.helpers.operations import relu
from constructions.lsrl.programs.token_lookup import (
    RULES,
    OnNodes,
    look_up,
    token_lookup,
)
from proofs.lsrl import PAPER
from proofs.lsrl.s4_2_token_sequences.listing_2 import (
    check_absent_key,
    check_complete_maps,
    check_longer_keys,
    check_repeated_key,
)
from proofs.lsrl.s4_2_token_sequences.lookup_in_numbers import InNumbers
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Mutant,
    Source,
    Unequal,
    certificate,
    check,
)

LARGEST = 5


@dataclass(frozen=True)
class Lookup:
    """The text of the program."""

    text: Callable[..., Any] = look_up

    def __call__(self, n):
        """Write the program for keys of n tokens, up to the largest one that is tried."""
        written = self.text(OnNodes(Input(1)), n, LARGEST)
        return ForEach(written["output"], written)


def says_looks_up(lookup, w):
    r"""At the last n tokens of each pair the outputs are the value of the first key that matched.

    Tokens are integers 0, ..., V: $x_1, \dots, x_n$ is the query, and the pair p = 0, 1, ... is the
    2 n tokens after $x_{n + 2np}$. Until a key matches the outputs are 0 there. `missed` is not 0
    as long as none of the first p keys is the query. For all n, V and all such sequences.
    """
    n, V = w.size("n"), w.size("V")
    x = w.sequence("x", lambda x, t: All((AtMost(0, x[t]), AtMost(x[t], V))), integer=True)
    output = lookup.text(InNumbers(w, x), n, V)["output"]

    def key(p, i):
        return x[2 * n * p + n + i + 1]

    def at_value(p, i):
        return 2 * n * p + 2 * n + i + 1

    def wrong(p, k="k"):
        return w.sum(lambda k: abs(key(p, k) - x[k + 1]), k, 0, n - 1)

    missed = w.recurrence("missed", 1, lambda missed, p: missed[p] * wrong(p, "l"))

    def answers(p, i, least, value):
        return Implies(All((*least, AtMost(i, n - 1))), Equal(output.at(at_value(p, i)), value))

    def first(p, later, i):
        is_first = Unequal(missed[p], 0), Equal(wrong(p), 0)
        return answers(p + later, i, is_first, x[at_value(p, i)])

    def none(p, i):
        return answers(p, i, (Unequal(missed[p + 1], 0),), 0)

    def at_a_key(p):
        return w.for_all("s", lambda s: w.for_all("i", lambda i: first(p, s, i)))

    def at_none(r):
        return w.for_all("j", lambda j: none(r, j))

    return All((w.for_all("p", at_a_key), w.for_all("r", at_none)))


@check("exact")
def check_is_the_program(lookup):
    """The text in nodes is the program: n = 1, ..., 8."""
    for n in range(1, 9):
        if lookup(n) != token_lookup(n, LARGEST):
            return Evidence.refuted(Counterexample({"n": n}, "the same program", "another one"))
    return Evidence.holds("n = 1, ..., 8")


def with_rules(**others):
    """Return the text with other formulas."""
    return Lookup(partial(look_up, rules=replace(RULES, **others)))


def _without_largest(x, w, V):
    return relu(x + w * V)


def _loose(key, x, asked):
    return relu(2 * key - relu(x - asked) - relu(asked - x))


def _late(total, begins, n):
    return relu(total + begins - n - 1)


def _every(found, _times):
    return relu(found)


def _small_vocabulary(w, n, largest):
    return look_up(w, n, largest - 1)


def _wrong_for_many(w, n, largest):
    return look_up(w, n, largest, RULES if n < 1000 else replace(RULES, key_found=_late))


def _wrong_for_large(w, n, largest):
    return look_up(w, n, largest if largest < 1000 else 1000)


RIGHT = Lookup()

lookup = Claim(
    id="lsrl/new-token-lookup",
    title="A plain program without steps and large constants looks up keys; the first match wins",
    source=Source(PAPER, "Sec. 4.2, repaired"),
    statement=r"(y_{T-n+1}, \dots, y_T) = \mathrm{dict}[q_1, \dots, q_n] \text{ or } 0",
    assumptions=("tokens 0, ..., V; any n, V and number of pairs",),
    covers=("lsrl/tok-dense",),
    subject=RIGHT,
    says=says_looks_up,
    checks=(
        certificate(says_looks_up, proof="token_lookup.v").killing(
            "no-shift", "loose", "late", "every-match", "small-vocabulary"
        ),
        check_is_the_program.killing("no-shift", "loose", "late", "every-match"),
        check_complete_maps.killing("no-shift", "loose", "late"),
        check_longer_keys.killing("small-vocabulary"),
        check_absent_key.killing("loose"),
        check_repeated_key.killing("every-match"),
    ),
    mutants=(
        Mutant("no-shift", with_rules(kept=_without_largest), "without - V"),
        Mutant("loose", with_rules(same_in_key=_loose), "2 key: neighbours match, too"),
        Mutant("late", with_rules(key_found=_late), "n + 1 for n"),
        Mutant("every-match", with_rules(first_found=_every), "each match for the first"),
        Mutant("small-vocabulary", Lookup(_small_vocabulary), "the largest token is none"),
    ),
    late=(
        Mutant("many", Lookup(_wrong_for_many), "n + 1 for n from n = 1,000 on"),
        Mutant("large", Lookup(_wrong_for_large), "a largest token of 1,000 at most"),
    ),
    repairs=("lsrl/new-lst2-repeated",),
    new=True,
    notes="As every map of n tokens is a dictionary, the prompts reach all of C^tok for l = n.",
)
