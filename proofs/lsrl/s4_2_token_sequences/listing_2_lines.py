"""Listing 2 line by line: each variable is what its comment says; and no term is missed.

The program's variables are watched in three runs, and compared at each token with what the
listing's comments say of them, written out as Python. That terms of the conditional may be left out
is seen the same way: two variants of it agree at each variable. This is tried on runs and is no
proof for all prompts; see `listing_2` for what is, and `listing_2_lines_every_n` for the lines with
exact counters.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from constructions.lsrl.programs.listing_1 import listing_1
from constructions.lsrl.programs.listing_2 import listing_2
from constructions.lsrl.programs.prompts import (
    cell_query,
    dictionary_prompt,
    grid_prompt,
    token_query,
)
from proofs.lsrl import PAPER
from proofs.lsrl.s4_2_token_sequences.listing_2 import FROM_ZERO, GENTLE, SOURCE
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
    to_fraction,
)

HALF = Fraction(1, 2)


def expected(n, query, pairs):
    """Return each variable of the listing at each token, from what its comment says."""
    tokens = [*query, *(token for pair in pairs for part in pair for token in part)]
    rows: dict[str, list[Any]] = {name: [] for name in WATCHED}
    q, matches, registers, started = [0] * n, [], [0] * n, 0
    for t, token in enumerate(tokens):
        place, prompt, compare = t % n, t >= n, t % (2 * n) >= n
        copy = prompt and not compare
        if not prompt:
            q[place] = token
        matches.append(int(compare and token == q[place]))
        last = ([0] * (n + 1) + matches)[-n - 1 :]
        all_matched = sum(last[:n]) == n
        if all_matched and copy and place == 0:
            started += t
        if copy and t < started + n:
            registers[place] += token
        rows["global_ctr"].append([t])
        rows["is_prompt"].append([int(prompt)])
        rows["is_compare_mode"].append([int(compare)])
        rows["is_copy_mode"].append([int(copy)])
        rows["is_first_token_for_copy"].append([int(copy and place == 0)])
        rows["q"].append(list(q))
        rows["matching"].append([matches[-1]])
        rows["buffer"].append(last)
        rows["all_matching"].append([int(all_matched)])
        rows["started_on"].append([started])
        rows["registers"].append(list(registers))
        rows["output"].append([registers[place]])
    return rows


WATCHED = (
    "global_ctr",
    "is_prompt",
    "is_compare_mode",
    "is_copy_mode",
    "is_first_token_for_copy",
    "q",
    "matching",
    "buffer",
    "all_matching",
    "started_on",
    "registers",
    "output",
)
RUNS = (
    (1, (2,), [((1,), (2,)), ((2,), (3,)), ((3,), (1,))]),
    (2, (1, 2), [((1, 1), (2, 1)), ((1, 2), (3, 2)), ((2, 2), (1, 1))]),
    (2, (2, 1), [((2, 1), (4, 5)), ((1, 2), (3, 2))]),
)


@dataclass(frozen=True)
class Lines:
    """Some variables of the listing, and the program that has them."""

    names: tuple[str, ...]
    write: Callable[[int], Any] = FROM_ZERO

    def watched(self, n):
        """List the program's own names of these variables."""
        registers = [f"output_regs[{i}]" for i in range(n)]
        return [
            own for name in self.names for own in (registers if name == "registers" else [name])
        ]


@check("exact")
def check_lines(lines):
    """The variables have at each token of three runs the values that the comments give them."""
    for n, query, pairs in RUNS:
        wanted_rows = expected(n, query, pairs)
        tokens = [*token_query(query), *dictionary_prompt(dict(pairs))]
        table = lines.write(n).watch(*lines.watched(n))(tokens)
        for t, row in enumerate(table):
            wanted = [Fraction(v) for name in lines.names for v in wanted_rows[name][t]]
            found = [to_fraction(v) for v in row]
            if found != wanted:
                at = {"n": n, "query": query, "pairs": pairs, "t": t}
                names = ", ".join(lines.names)
                says = f"{names} = {list(map(str, wanted))}"
                return Evidence.refuted(Counterexample(at, says, str(list(map(str, found)))))
    return Evidence.holds("three runs, n = 1 and 2, all tokens")


@dataclass(frozen=True)
class Simplified:
    """Two variants of the conditional that are to agree, and the sign of tokens and queries."""

    kinds: tuple[str, str] = ("original", "optimised")
    sign: int = 1


@check("exact")
def check_unused_terms(simplified):
    """Two variants of the conditional give the same at each variable of three runs.

    Then what the second leaves out is 0 at all times: f in each conditional, and the terms that a
    non-negative t does not need.
    """
    for n, query, pairs in RUNS:
        tokens = [*token_query(query), *dictionary_prompt(dict(pairs))]
        signed = [[simplified.sign * token for token in row] for row in tokens]
        names = Lines(WATCHED).watched(n)
        programs = [FROM_ZERO(n, ifelse=kind).watch(*names) for kind in simplified.kinds]
        tables = [program(signed).tolist() for program in programs]
        if tables[0] != tables[1]:
            at = {"n": n, "tokens": signed}
            return Evidence.refuted(Counterexample(at, "equal variables", "different ones"))
    return Evidence.holds("Listing 2, three runs, n = 1 and 2, all named variables")


@check("exact")
def check_unused_terms_of_listing_1(simplified):
    """Two variants give the same outputs in Listing 1, also for functions with negative values."""
    for d_in, cells in ((1, 2), (2, 2)):
        prompt = grid_prompt(lambda p: [p[0] - HALF, -3 * p[0]], d_in, cells)
        prompt += [[Fraction(1), *[Fraction(-1)] * d_in, Fraction(7), Fraction(7)]]
        for q in product((HALF / 2, HALF, Fraction(1)), repeat=d_in):
            tokens = [cell_query([simplified.sign * x for x in q], 2), *prompt]
            programs = [listing_1(d_in, 2, ifelse=kind) for kind in simplified.kinds]
            outputs = [program(tokens).tolist() for program in programs]
            if outputs[0] != outputs[1]:
                at = {"d_in": d_in, "n": cells, "q": tokens[0][:d_in]}
                return Evidence.refuted(Counterexample(at, "equal outputs", "different ones"))
    return Evidence.holds("d_in = 1, 2; d_out = 2; two cells a side")


unused_terms = Claim(
    id="lsrl/ifelse-all-optimised",
    title="In both listings every conditional has f = 0, and in Listing 2 no value is negative",
    source=Source(PAPER, "Sec. 5, 'Removing unnecessary terms in Eq. 7'"),
    statement=r"\text{all f\_ifelse of Listings 1 and 2 may be simplified}",
    assumptions=("tokens are not negative; indices from 0 in Listing 2",),
    subject=Simplified(),
    checks=(check_unused_terms, check_unused_terms_of_listing_1),
    mutants=(Mutant("negative", Simplified(sign=-1), "tokens and queries below 0"),),
    expect=Verdict.HOLDS,
    notes="Of Listing 2 it is run at n = 1 and 2. That the lines have the values of their "
    "comments for every n, of which none is negative, is proved "
    "(lsrl/new-lst2-match-every-n and six more); it does not speak of the terms in conditionals.",
)


def of_lines(name, title, names, *, printed=True):
    """Return the claim that these variables are what the comments of the listing say."""
    mutants = [Mutant("gentle", Lines(names, partial(GENTLE, mu=Fraction(1, 2))), "mu = 1/2")]
    if printed:
        mutants.append(Mutant("printed", Lines(names, listing_2), "indices 1, ..., n"))
    return Claim(
        id=name,
        title=title,
        source=SOURCE,
        statement=r"\text{" + title.replace("_", r"\_") + "}",
        assumptions=("indices from 0; three runs, step by step",),
        subject=Lines(names),
        checks=(check_lines,),
        mutants=tuple(mutants),
        expect=Verdict.HOLDS,
        notes=f"With exact counters it is proved for every n: {name.replace('lst2', 'new-lst2')}"
        "-every-n. With the paper's own, mu = 1000 is too small for large n"
        " (lsrl/new-lst2-longest).",
    )


modes = of_lines(
    "lsrl/lst2-modes",
    "Prompt from t = n on; comparing if t mod 2n >= n, else copying, first at t mod n = 0",
    WATCHED[:5],
    printed=False,
)
stored_query = of_lines("lsrl/lst2-query", "The state q holds the tokens of the query", ("q",))
matching = of_lines(
    "lsrl/lst2-match", "matching says that a key's token is the query's", ("matching",)
)
buffer = of_lines(
    "lsrl/lst2-buffer", "The buffer says whether a whole key matched", ("buffer", "all_matching")
)
started_on = of_lines(
    "lsrl/lst2-started", "started_on is the time of the first value token", ("started_on",)
)
copied = of_lines("lsrl/lst2-copy", "The registers hold the value after n steps", ("registers",))
read_out = of_lines("lsrl/lst2-out", "The output is the register at this position", ("output",))
