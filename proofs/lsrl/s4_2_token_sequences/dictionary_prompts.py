"""Sec. 4.2, of the code: the prompt of a dictionary is its pairs, one after the other.

Listing 2 counts with one length n of all keys and values. A dictionary with words of several
lengths has no prompt, and is refused.
"""

from itertools import product

from constructions.errors import ArgumentError
from constructions.lsrl.programs.prompts import dictionary_prompt
from proofs.lsrl import PAPER
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, Verdict, check

LENGTHS = range(1, 4)


def dictionaries():
    """Yield dictionaries of two pairs, with keys and values of all lengths up to 3."""
    for lengths in product(LENGTHS, repeat=4):
        key, value, other, last = (tuple(range(n, 2 * n)) for n in lengths)
        if key != other:
            yield lengths, {key: value, other: last}
        yield lengths, {key: value, tuple(n + 7 for n in other): last}


@check("exact")
def check_prompts(prompt):
    """Where all lengths are one the tokens are those of the pairs; elsewhere it is refused."""
    count = 0
    for lengths, dictionary in dictionaries():
        pairs = [token for pair in dictionary.items() for word in pair for token in word]
        wanted = [[token] for token in pairs] if len({*lengths}) == 1 else None
        try:
            found = [[int(token) for token in one] for one in prompt(dictionary)]
        except ArgumentError:
            found = None
        if found != wanted:
            at = {"dictionary": str(dictionary)}
            return Evidence.refuted(Counterexample(at, str(wanted), str(found)))
        count += 1
    return Evidence.holds(f"{count} dictionaries of two pairs, with lengths up to {LENGTHS[-1]}")


def of_keys(dictionary):
    """Return the prompt, if the keys are of one length."""
    if len({len(key) for key in dictionary}) > 1:
        raise ArgumentError("dictionary", dictionary, "keys of one length")
    return [[token] for pair in dictionary.items() for word in pair for token in word]


def values_first(dictionary):
    """Return a prompt in which each value comes before its key."""
    dictionary_prompt(dictionary)
    return [[token] for key, value in dictionary.items() for token in (*value, *key)]


prompts = Claim(
    id="lsrl/new-dictionary-prompts",
    title="The prompt of a dictionary is its pairs; words of several lengths are refused",
    source=Source(PAPER, "Sec. 4.2, of the code"),
    statement=r"(k_1, v_1, k_2, v_2, \dots) \text{ for } |k_i| = |v_i| = n",
    subject=dictionary_prompt,
    checks=(check_prompts,),
    mutants=(
        Mutant("of-keys", of_keys, "lengths of values are not looked at"),
        Mutant("values-first", values_first, "the value, then its key"),
    ),
    expect=Verdict.HOLDS,
    new=True,
    notes="That words of several lengths are refused is an error of the library, and statements "
    "are about what has a value. What Listing 2 makes of the prompt is proved for every n "
    "(lsrl/new-lst2-every-n).",
)
