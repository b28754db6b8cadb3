"""Listing 2, mended, line by line, for every n: each variable is what its comment says.

It is proved of the nodes of which `listing_2_mended` is made, on all sequences of tokens, what each
variable is after each token (`lookup_said`): the states by the induction of `listing_2_every_n`,
the other lines from these (`lookup_lines.v`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.lsrl.language.numbers import ONE
from constructions.lsrl.listed.lookup import lookup_outputs
from constructions.lsrl.listed.lookup_program import listed_lookup
from constructions.lsrl.programs.listing_2 import listing_2_mended
from proofs.lsrl import PAPER
from proofs.lsrl.s4_2_token_sequences.every_dictionary import (
    from_one_on,
    gains_of,
    in_numbers,
    says_same,
)
from proofs.lsrl.s4_2_token_sequences.listing_2_every_n import RUNS as PROOF
from proofs.lsrl.s4_2_token_sequences.listing_2_lines import RUNS, WATCHED
from proofs.lsrl.s4_2_token_sequences.listing_2_lines import Lines as Watched
from proofs.lsrl.s4_2_token_sequences.lookup_mutants import (
    ending_early,
    forgetful,
    late_clock,
    late_in_n,
    short_counter,
    silent,
    silent_late,
    unasked,
)
from proofs.lsrl.s4_2_token_sequences.lookup_said import (
    buffer_at,
    buffer_said,
    enough_for,
    enough_to_put_out,
    in_each,
    matching_at,
    matching_said,
    modes_at,
    modes_said,
    output_at,
    output_said,
    query_at,
    query_said,
    registers_at,
    registers_said,
    started_at,
    started_said,
    values_at,
)
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    SameValues,
    Source,
    certificate,
    check,
    pure,
    to_fraction,
)


@dataclass(frozen=True)
class Lines:
    """Some variables of the listing, and the program that has them, as data.

    `places(n, gains)` says which values of `listed(n, gains)` they are.
    """

    names: tuple[str, ...]
    places: Callable[..., Any]
    listed: Callable[..., Any] = listed_lookup


def _read(values):
    return [to_fraction(value) for value in values]


@check("exact")
def check_names(lines):
    """The values that are proved are the shipped program's, by these names: the same three runs."""
    for n, query, pairs in RUNS:
        tokens = in_numbers((*query, *(t for pair in pairs for part in pair for t in part)))
        gains = gains_of(2 * ONE, 100 * ONE, 0)
        data = values_at(lines.listed(n, gains), lines.places(n, gains), tokens)
        shipped = listing_2_mended(n, mu=2, lam=100).watch(*Watched(lines.names).watched(n))
        for t, row in enumerate(shipped([[x] for x in tokens])):
            if _read(row) != _read(data[t]):
                at = {"n": n, "query": query, "pairs": pairs, "t": t}
                found = str(list(map(str, data[t])))
                return Evidence.refuted(Counterexample(at, str(list(map(str, row))), found))
    return Evidence.holds("three runs, n = 1 and 2, all tokens; mu = 2, lam = 100")


def says_of(said, enough=enough_for):
    """Return what a claim of such lines says."""

    def says(lines, w):
        """At each token they are as the comments say: all n, all gains from 2 on, all tokens.

        And the nodes put out what the formulas do.
        """
        n = pure(from_one_on, "n")
        gains = pure(gains_of, "mu", "lam", pure(enough, "tokens"))
        program, places = pure(lines.listed, n, gains), pure(lines.places, n, gains)
        found = SameValues(
            pure(values_at, program, places, pure(in_numbers, "tokens")),
            pure(in_each, pure(said, n, "tokens")),
        )
        return All((found, says_same(lines.listed, lookup_outputs)))

    return says


NODES_OF_ANOTHER_KIND = {
    "short-counter": (short_counter, "modulo n for 2 n"),
    "late-clock": (late_clock, "a time from -1 on"),
    "early": (ending_early, "t + 1 < started_on + n"),
    "forgetful": (forgetful, "a buffer of n matches"),
    "unasked": (unasked, "each key for the query"),
    "silent": (silent, "lambda = 1"),
}


def of_lines(line, title, names, places, said, killed, late, *, enough=enough_for):
    """Return the claim that these variables are what the comments of the listing say.

    `killed` names the mutants that change one of them, and `late` is one that does so late.
    """
    lines, says = Lines(names, places), says_of(said, enough)
    mutants = [
        Mutant(own, replace(lines, listed=listed), words)
        for own, (listed, words) in NODES_OF_ANOTHER_KIND.items()
        if own in killed
    ]
    script, sums = f"line_{line}.v", enough is enough_to_put_out
    scripts = (script,) if sums else ("lines_enough.v", script)
    least = "their sum" if sums else "each token"
    return Claim(
        id=f"lsrl/new-lst2-{line}-every-n",
        title=f"For every n, with exact counters: {title}",
        source=Source(PAPER, "Listing 2, repaired"),
        statement=r"\text{" + title.replace("_", r"\_") + "}",
        assumptions=(
            rf"indices from 0, $n \ge 1$; tokens 0, 1, 2, ..., any number of them; $\mu \ge 2$;"
            rf" $\lambda$ is at least {least} and the number of tokens",
            "counters by cyclic shift and the conditional of a ReLU: `listing_2_mended` as it"
            " stands, proved of its list of nodes at exact numbers",
        ),
        subject=lines,
        says=says,
        checks=(
            certificate(says, proof=(*PROOF, "lookup_lines.v", *scripts), seconds=900),
            check_names,
        ),
        mutants=tuple(mutants),
        late=(late(lines),),
        new=True,
        notes=f"With the paper's counters, in three runs: lsrl/lst2-{line}.",
    )


def late_in_size(lines):
    """Return them of the program with a short counter for large n."""
    return Mutant("sizes", replace(lines, listed=late_in_n), "modulo n for 2 n from n = 649 on")


def late_in_gain(lines):
    """Return them of the program whose lambda is 1 for large n."""
    return Mutant("lam", replace(lines, listed=silent_late), "lambda = 1 from n = 649 on")


COUNTERS = ("short-counter", "late-clock")
MATCHES = (*COUNTERS, "forgetful", "unasked", "silent")

modes = of_lines(
    "modes",
    "Prompt from t = n on; comparing if t mod 2n >= n, else copying, first at t mod n = 0",
    WATCHED[:5],
    modes_at,
    modes_said,
    COUNTERS,
    late_in_size,
)
stored_query = of_lines(
    "query",
    "The state q holds the tokens of the query",
    ("q",),
    query_at,
    query_said,
    ("late-clock", "silent"),
    late_in_gain,
)
matching = of_lines(
    "match",
    "matching says that a key's token is the query's",
    ("matching",),
    matching_at,
    matching_said,
    (*COUNTERS, "silent"),
    late_in_size,
)
buffer = of_lines(
    "buffer",
    "The buffer says whether a whole key matched",
    ("buffer", "all_matching"),
    buffer_at,
    buffer_said,
    MATCHES,
    late_in_size,
)
started_on = of_lines(
    "started",
    "started_on is the time of the first value token",
    ("started_on",),
    started_at,
    started_said,
    MATCHES,
    late_in_size,
)
copied = of_lines(
    "copy",
    "The registers hold the value after n steps",
    ("registers",),
    registers_at,
    registers_said,
    (*MATCHES, "early"),
    late_in_size,
)
read_out = of_lines(
    "out",
    "The output is the register at this position",
    ("output",),
    output_at,
    output_said,
    (*MATCHES, "early"),
    late_in_size,
    enough=enough_to_put_out,
)
