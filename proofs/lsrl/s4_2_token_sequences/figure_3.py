"""Figure 3's example of Listing 2: the capital of CANada among countries and capitals.

The program is run on the figure's prompt, with letters as numbers. As printed it answers ???,
because the first letter of the query is never stored; with positions from 0 it answers with the
value. For all real letters, and any place of the pair, the run is one of fixed length, decided with
the counters computed exactly.
"""

from functools import partial

import numpy as np

from constructions.arrays import OBJECTS
from constructions.lsrl.programs.listing_2 import listing_2
from constructions.lsrl.programs.prompts import token_query
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Ground,
    Mutant,
    Source,
    Verdict,
    all_hold,
    all_of,
    check,
    prove_for_all,
    reals,
    to_fraction,
)

FROM_ZERO = partial(listing_2, first_index=0)
KNOWN = (("AUS", "VIE"), ("BUL", "SOF"))
LETTERS = 26


def letters(word):
    """Return the tokens of a word: A is 1, B is 2, and ? is 0."""
    return tuple("?ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(letter) for letter in word)


def prompt(value, place):
    """Return the tokens: CAN is asked for, and has a value at a place among the other pairs."""
    pairs = [(letters(key), letters(capital)) for key, capital in KNOWN]
    pairs.insert(place, (letters("CAN"), tuple(value)))
    return [
        *token_query(letters("CAN")),
        *([token] for pair in pairs for word in pair for token in word),
    ]


def late(n, **options):
    """Return the program with each of its outputs a token late."""
    program = FROM_ZERO(n, **options)
    return lambda tokens: np.roll(program(tokens), 1, axis=0)


@check("exact")
def check_capital(write):
    """The last three outputs are OTT, wherever the pair of CAN stands."""
    for place in range(len(KNOWN) + 1):
        outputs = write(3)(prompt(letters("OTT"), place))[-3:, 0]
        found = tuple(to_fraction(y) for y in outputs)
        if found != letters("OTT"):
            told = "OTT, that is 15, 20, 20", ", ".join(map(str, found))
            return Evidence.refuted(Counterexample({"pairs before CAN": place}, *told))
    return Evidence.holds("CAN first, second, and last of three pairs")


@check("solver")
def check_any_capital(write):
    """The last three outputs are whatever stands after CAN, wherever that is; letters may be real.

    The counters are those by shift, which count as the printed ones do.
    """
    program, value = write(3, counters="shift"), reals("v1 v2 v3")
    parts = {}
    for place in range(len(KNOWN) + 1):
        tokens = np.array([list(token) for token in prompt(value, place)], dtype=object)
        outputs = program(OBJECTS.array(tokens))[-3:, 0]
        parts[f"CAN after {place} pairs"] = prove_for_all(
            all_hold(*(y == v for y, v in zip(outputs, value, strict=True))),
            assume=[part for v in value for part in (v >= 0, v <= LETTERS)],
        )
    return all_of(
        parts,
        "all values of CAN, at every place among the pairs of AUS and BUL",
        words=("counters by rotation count so: lsrl/f-modulo-counter",),
        rests_on=(Ground.claim("lsrl/f-modulo-counter"),),
    )


printed = Claim(
    id="lsrl/fig-3",
    title="In Figure 3's example Listing 2 answers CAN with OTT",
    source=Source(PAPER, "Figure 3"),
    statement=r"(y_{T-2}, y_{T-1}, y_T) = \mathrm{OTT}",
    assumptions=(r"the pairs AUS-VIE, BUL-SOF and CAN-OTT; $n = 3$, indices as printed",),
    subject=listing_2,
    checks=(check_capital,),
    controls=(Control("from-zero", FROM_ZERO, "indices 0, 1, 2"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-fig-3",
    notes="It answers ???, as lsrl/lst2 says: the first letter of the query is not stored.",
)

repaired = Claim(
    id="lsrl/new-fig-3",
    title="With indices 0, 1, 2 Listing 2 answers CAN with whatever stands after it in Figure 3",
    source=Source(PAPER, "Figure 3, repaired"),
    statement=r"(y_{T-2}, y_{T-1}, y_T) = \mathrm{dict}[\mathrm{CAN}]",
    assumptions=("the pairs of AUS and BUL, and one of CAN with any value, in any order",),
    subject=FROM_ZERO,
    checks=(check_any_capital, check_capital),
    mutants=(Mutant("late", late, "each output a token late"),),
    repairs=("lsrl/fig-3",),
    new=True,
)
