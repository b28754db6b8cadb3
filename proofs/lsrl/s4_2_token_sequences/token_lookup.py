r"""Sec. 4.2 repaired: a plain program without steps and large constants is a dictionary.

Three witnesses: its four formulas, with the sums that join them, for every number n of tokens and
every vocabulary; the program itself, token by token, for all states that a run reaches, at small n;
and runs against dictionaries.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import sympy as sp

from constructions.lsrl.helpers.operations import relu
from constructions.lsrl.programs.listing_2 import listing_2
from constructions.lsrl.programs.token_lookup import (
    first_found,
    kept,
    key_found,
    same_in_key,
    token_lookup,
)
from proofs.lsrl import PAPER
from proofs.lsrl.f_helper_functions.counters import Shift, check_shift_at_every_size
from proofs.lsrl.s4_2_token_sequences.listing_2 import (
    FROM_ZERO,
    check_absent_key,
    check_complete_maps,
    check_longer_keys,
    check_repeated_key,
)
from proofs.lsrl.s4_2_token_sequences.lookup_steps import (
    apart,
    decide_steps,
    is_bit,
    token_lookup_steps,
)
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Either,
    Equal,
    ForAll,
    Implies,
    Index,
    Mutant,
    Source,
    Sum,
    Tensor,
    all_of,
    check,
    delta,
    prove_by_induction,
    prove_for_all,
    prove_index_identity,
    reals,
    where,
)

LARGEST = 5
x, V, w, asked, key = reals("x V w asked key")
total = reals("total")
begins, n, found, before = reals("begins n found before")


@dataclass(frozen=True)
class Lookup:
    """The program, as a function of n, and its formulas."""

    write: Callable[..., Any] = lambda n: token_lookup(n, LARGEST)
    kept: Callable[..., Any] = kept
    same_in_key: Callable[..., Any] = same_in_key
    key_found: Callable[..., Any] = key_found
    first_found: Callable[..., Any] = first_found

    def __call__(self, size):
        """Write the program for keys of this many tokens."""
        return self.write(size)


def sums_of_bits():
    """Decide that of n bits the sum is n and the product 1, or the sum less and the product 0."""
    m, k = (sp.Symbol(name, integer=True, positive=True) for name in "nk")
    b = sp.Function("b", real=True)
    added, product = sp.Sum(b(k), (k, 1, m)), sp.Product(b(k), (k, 1, m))
    bits = ForAll(k, 1, Either((Equal(b(k), 0), Equal(b(k), 1))))
    every = All((Equal(added, m), Equal(product, 1)))
    not_every = All((AtMost(added, m - 1), Equal(product, 0)))
    return prove_by_induction(Implies(bits, ForAll(m, 1, Either((every, not_every)))))


@check("proof")
def check_every_size(lookup):
    """The formulas say what they are for, at every n and V, and sums with one-hot vectors read."""
    i, p = (Index(name, sp.Symbol("n", integer=True, positive=True)) for name in "ip")
    v = Tensor("v", 1)
    vocabulary = [x >= 0, x <= V]
    kept_x = where(w == 1, x, 0 * x)
    same = where((key == 1) & (x == asked), 1, 0)
    all_matched = where((begins == 1) & (total == n), 1, 0)
    first = where((found == 1) & (before == 0), 1, 0)
    matches = [is_bit(begins), (total == n) | (total <= n - 1)]
    return all_of(
        {
            "kept": prove_for_all(lookup.kept(x, w, V) == kept_x, assume=[*vocabulary, is_bit(w)]),
            "same": prove_for_all(
                lookup.same_in_key(key, x, asked) == same, assume=[is_bit(key), apart(x, asked)]
            ),
            "sums of bits": sums_of_bits(),
            "found": prove_for_all(
                lookup.key_found(total, begins, n) == all_matched,
                assume=matches,
            ),
            "first": prove_for_all(
                lookup.first_found(found, before + found) == first,
                assume=[is_bit(found), (before == 0) | (before >= 1)],
            ),
            "read": prove_index_identity(Sum(delta(i, p) * v[i], i), v[p]),
            "position": check_shift_at_every_size.function(Shift()),
        },
        "every n, every vocabulary 0, ..., V, every prompt",
        words=(
            "induction over the tokens: the states are sums of kept values, and memories of the"
            " last n or n + 1 values by a shift",
            "of n + 1 tokens in a row at most n belong to keys",
        ),
    )


@check("solver")
def check_every_dictionary(lookup):
    """The program does each step of a run rightly: all prompts of tokens 0, ..., 5; n = 1, 2."""
    parts = {
        f"n = {size}": decide_steps(
            lookup(size), token_lookup_steps(size, LARGEST), f"n = {size}, any number of pairs"
        )
        for size in (1, 2)
    }
    return all_of(parts, "n = 1, 2; all tokens up to 5; any number of pairs")


@check("solver", tier="deep")
def check_longer_dictionaries(lookup):
    """The same for n = 3, 4, 5."""
    parts = {
        f"n = {size}": decide_steps(
            lookup(size), token_lookup_steps(size, LARGEST), f"n = {size}, any number of pairs"
        )
        for size in (3, 4, 5)
    }
    return all_of(parts, "n = 3, 4, 5; all tokens up to 5; any number of pairs")


def _loose(key, x, asked):
    return relu(2 * key - relu(x - asked) - relu(asked - x))


RIGHT = Lookup()

lookup = Claim(
    id="lsrl/new-token-lookup",
    title="A plain program without steps and large constants looks up keys; the first match wins",
    source=Source(PAPER, "Sec. 4.2, repaired"),
    statement=r"(y_{T-n+1}, \dots, y_T) = \mathrm{dict}[q_1, \dots, q_n] \text{ or } 0",
    assumptions=("tokens 0, ..., V; any n, V and number of pairs",),
    covers=("lsrl/tok-dense",),
    subject=RIGHT,
    checks=(
        check_every_size.killing("no-shift", "loose", "late", "every-match"),
        check_every_dictionary.killing("small-vocabulary"),
        check_longer_dictionaries.killing("small-vocabulary"),
        check_complete_maps.killing("printed"),
        check_longer_keys.killing("small-vocabulary"),
        check_absent_key.killing("small-lam"),
        check_repeated_key.killing("from-zero"),
    ),
    mutants=(
        Mutant("no-shift", replace(RIGHT, kept=lambda x, w, V: relu(x + V * w)), "without - V"),
        Mutant("loose", replace(RIGHT, same_in_key=_loose), "2 key: neighbours match, too"),
        Mutant(
            "late",
            replace(RIGHT, key_found=lambda total, begins, n: relu(total + begins - n - 1)),
            "n + 1 for n",
        ),
        Mutant(
            "every-match",
            replace(RIGHT, first_found=lambda found, times: relu(found)),
            "each match for the first",
        ),
        Mutant("printed", listing_2, "Listing 2 as printed"),
        Mutant("from-zero", FROM_ZERO, "Listing 2 with indices from 0"),
        Mutant("small-lam", partial(FROM_ZERO, lam=1), "Listing 2 with lam = 1"),
        Mutant(
            "small-vocabulary",
            replace(RIGHT, write=partial(token_lookup, largest=2)),
            "tokens above the largest",
        ),
    ),
    repairs=("lsrl/new-lst2-repeated",),
    new=True,
    notes="As every map of n tokens is a dictionary, the prompts reach all of C^tok for l = n.",
)
