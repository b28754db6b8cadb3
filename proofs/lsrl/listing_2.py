"""Listing 2 against a dictionary, exactly: as printed, with positions from 0, and repaired."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice, product
from typing import Any

from constructions.lsrl.programs.listing_1 import listing_1
from constructions.lsrl.programs.listing_2 import listing_2, listing_2_mended
from constructions.lsrl.programs.prompts import (
    all_sequences,
    cell_query,
    dictionary_prompt,
    grid_prompt,
    token_query,
)
from constructions.lsrl.programs.token_lookup import token_lookup
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
    to_fraction,
)

HALF = Fraction(1, 2)
FROM_ZERO = partial(listing_2, first_index=0)
GENTLE = partial(listing_2, first_index=0, counters="shift", mu=1)


def answer(program, query, pairs):
    """Return the last n outputs after a query and a list of pairs of key and value."""
    tokens = [
        *token_query(query),
        *(token for k, v in pairs for token in dictionary_prompt({k: v})),
    ]
    return tuple(to_fraction(y) for y in program(tokens)[-len(query) :, 0])


def maps(n, vocabulary):
    """Iterate over all maps from sequences to sequences, as lists of pairs."""
    keys = list(all_sequences(n, vocabulary))
    for values in product(keys, repeat=len(keys)):
        yield list(zip(keys, values, strict=True))


def compared(write, n, cases):
    """Compare the answers of a program with those of a dictionary in which the first key wins."""
    program = write(n)
    for query, pairs in cases:
        wanted = dict(reversed(pairs)).get(query, (0,) * n)
        found = answer(program, query, pairs)
        if found != wanted:
            at = {"n": n, "query": query, "pairs": pairs}
            return Counterexample(at, str(list(map(int, wanted))), str(list(map(str, found))))
    return None


def decided(write, cases_by_size, scope):
    """Evidence that the program answers all cases rightly, listed by n."""
    for n, cases in cases_by_size:
        if found := compared(write, n, cases):
            return Evidence.refuted(found, scope=scope)
    return Evidence.holds(scope)


@check("exact")
def check_complete_maps(write):
    """All queries to all 4 maps of one token of {1, 2}, and to 3 maps of two tokens, all pairs."""
    one = [(q, pairs) for pairs in maps(1, (1, 2)) for q in ((1,), (2,))]
    some = islice(maps(2, (1, 2)), 27, None, 97)
    two = [(q, pairs) for pairs in some for q in all_sequences(2, (1, 2))]
    return decided(
        write, [(1, one), (2, two)], "n = 1: all maps of {1, 2}; n = 2: 3 maps, all keys"
    )


@check("exact")
def check_longer_keys(write):
    """Three pairs of three tokens of {1, ..., 5}; each is asked for."""
    pairs = [((1, 2, 3), (4, 5, 5)), ((1, 2, 4), (3, 3, 1)), ((2, 1, 3), (5, 1, 2))]
    cases = [(key, pairs) for key, _ in pairs]
    return decided(write, [(3, cases)], "n = 3, three pairs of tokens up to 5")


@check("exact")
def check_absent_key(write):
    """A key that is not in the dictionary gives zeros."""
    one = [((2,), [((1,), (2,))]), ((1,), [])]
    two = [((1, 2), [((1, 1), (2, 1)), ((2, 2), (1, 1))]), ((2, 1), [((1, 2), (2, 2))])]
    return decided(write, [(1, one[:1]), (2, two)], "n = 1, 2")


@check("exact")
def check_repeated_key(write):
    """A key that stands twice, with two values: the first one counts."""
    one = [((1,), [((1,), (2,)), ((1,), (3,))]), ((1,), [((1,), (3,)), ((2,), (1,)), ((1,), (1,))])]
    two = [((1, 2), [((1, 2), (3, 1)), ((2, 2), (1, 1)), ((1, 2), (2, 2))])]
    return decided(write, [(1, one), (2, two)], "n = 1, 2")


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


@check("exact")
def check_number_of_tokens(count):
    """Query and complete map have this many tokens, and the program takes them all."""
    for n, V in product((1, 2, 3), (1, 2, 3)):
        keys = list(all_sequences(n, range(1, V + 1)))
        prompt = dictionary_prompt({key: key for key in keys})
        used = len(token_query(keys[0])) + len(prompt)
        if used != count(n, V):
            at = {"n": n, "V": V}
            return Evidence.refuted(Counterexample(at, str(count(n, V)), str(used)))
    return Evidence.holds("n, V = 1, 2, 3")


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


SOURCE = Source(PAPER, "Sec. 4.2, Listing 2")

lst2 = Claim(
    id="lsrl/lst2",
    title="The last n outputs of Listing 2 are the value of the key that matches the query",
    source=SOURCE,
    statement=r"(y_{T-n+1}, \dots, y_T) = \mathrm{dict}[q_1, \dots, q_n]",
    assumptions=(r"indices as printed, $i = 1, \dots, n$; $\mu = 1000$, $\lambda = 10^{10}$",),
    covers=("lsrl/symbolic-correct",),
    subject=listing_2,
    checks=(check_complete_maps, check_longer_keys),
    controls=(
        Control("from-zero", FROM_ZERO, "indices 0, ..., n - 1"),
        Control("mended", listing_2_mended, "and counters by cyclic shift, mu = 2"),
    ),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-lst2-from-zero",
    notes="The counter takes the values 0, ..., n - 1, so that i = n never occurs: the first token"
    " of the query is not stored, and nothing matches. The output is 0 in exact arithmetic, against"
    " 'both programs always produce the correct output' of Sec. 5.",
)

from_zero = Claim(
    id="lsrl/new-lst2-from-zero",
    title="With indices 0, ..., n - 1 Listing 2 looks up every key of a dictionary",
    source=Source(PAPER, "Listing 2, repaired"),
    statement=r"(y_{T-n+1}, \dots, y_T) = \mathrm{dict}[q_1, \dots, q_n]",
    assumptions=(r"distinct keys; $\mu = 1000$, $\lambda = 10^{10}$; the sizes listed",),
    subject=FROM_ZERO,
    checks=(check_complete_maps, check_longer_keys),
    mutants=(
        Mutant("printed", listing_2, "indices 1, ..., n"),
        Mutant("gentle", GENTLE, "mu = 1"),
    ),
    expect=Verdict.HOLDS,
    repairs=("lsrl/lst2",),
    new=True,
)

absent = Claim(
    id="lsrl/lst2-absent",
    title="A query that is no key of the dictionary gives zeros",
    source=Source(PAPER, "Listing 2, not in the text"),
    statement=r"q \notin \mathrm{keys} \implies (y_{T-n+1}, \dots, y_T) = 0",
    assumptions=("tokens from 1 on; indices from 0",),
    subject=FROM_ZERO,
    checks=(check_absent_key,),
    mutants=(Mutant("small-lam", partial(FROM_ZERO, lam=1), "lam = 1, less than the tokens"),),
    expect=Verdict.HOLDS,
)

repeated = Claim(
    id="lsrl/new-lst2-repeated",
    title="Where a key stands twice, Listing 2 gives the first of its values",
    source=Source(PAPER, "Listing 2, a reading of dict[key]"),
    statement=r"\text{the first pair with the key } q \text{ counts}",
    assumptions=("indices from 0",),
    subject=FROM_ZERO,
    checks=(check_repeated_key,),
    controls=(Control("lookup", partial(token_lookup, largest=5), "the lookup program"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-token-lookup",
    new=True,
    notes="started_on adds up the times of both matches, and the registers add up values.",
)

lookup = Claim(
    id="lsrl/new-token-lookup",
    title="A plain program without steps and large constants looks up keys; the first match wins",
    source=Source(PAPER, "Sec. 4.2, repaired"),
    statement=r"(y_{T-n+1}, \dots, y_T) = \mathrm{dict}[q_1, \dots, q_n] \text{ or } 0",
    assumptions=("tokens from 0 to the largest; the sizes listed",),
    covers=("lsrl/tok-dense",),
    subject=partial(token_lookup, largest=5),
    checks=(
        check_complete_maps.killing("printed"),
        check_longer_keys.killing("small-vocabulary"),
        check_absent_key.killing("small-lam"),
        check_repeated_key.killing("from-zero"),
    ),
    mutants=(
        Mutant("printed", listing_2, "Listing 2 as printed"),
        Mutant("from-zero", FROM_ZERO, "Listing 2 with indices from 0"),
        Mutant("small-lam", partial(FROM_ZERO, lam=1), "Listing 2 with lam = 1"),
        Mutant("small-vocabulary", partial(token_lookup, largest=2), "tokens above the largest"),
    ),
    expect=Verdict.HOLDS,
    repairs=("lsrl/new-lst2-repeated",),
    new=True,
    notes="As every map of n tokens is a dictionary, the prompts reach all of C^tok for l = n.",
)

size = Claim(
    id="lsrl/lst2-size",
    title="Query and complete map are n + 2 n V^n tokens",
    source=Source(PAPER, "Sec. 4.2"),
    statement=r"n + 2 n V^n",
    subject=lambda n, V: n + 2 * n * V**n,
    checks=(check_number_of_tokens,),
    mutants=(
        Mutant("no-query", lambda n, V: 2 * n * V**n, "without the query"),
        Mutant("keys-alone", lambda n, V: n + n * V**n, "without the values"),
        Mutant("linear", lambda n, V: n + 2 * n * V * n, "V n for V^n"),
    ),
    expect=Verdict.HOLDS,
)

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
