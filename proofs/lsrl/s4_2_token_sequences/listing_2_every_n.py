r"""Listing 2, mended, is a dictionary for every n: any number of pairs, all keys and other queries.

It is proved of the list of nodes of which `listing_2_mended` is made, at all n and gains.
"""

from constructions.lsrl.listed.lookup import lookup_outputs
from constructions.lsrl.listed.lookup_program import listed_lookup
from proofs.lsrl import PAPER
from proofs.lsrl.s4_2_token_sequences.every_dictionary import (
    says_looks_up,
    says_same,
    says_zeros,
)
from proofs.lsrl.s4_2_token_sequences.lookup_mutants import (
    ending_early,
    forgetful,
    late_clock,
    late_in_mu,
    late_in_n,
    short_counter,
    silent,
    unasked,
)
from theorem_checks import All, Claim, Mutant, Source, certificate


def says_every_key(listed, w):
    """Each key of each dictionary is looked up: all n, all gains from 2 on; as the formulas do."""
    return All((says_looks_up(listed), says_same(listed, lookup_outputs)))


def says_no_key(listed, w):
    """A query that is no key gives zeros: all n, all gains from 2 on; as the formulas do."""
    return All((says_zeros(listed), says_same(listed, lookup_outputs)))


NODES = (
    "../s3_language/program_runs.v",
    "../s3_language/program_writing.v",
    *("comparing_nodes.v", "lookup_stages.v", "lookup_nodes.v"),
)
RUNS = (*NODES, "lookup_bits.v", "lookup_runs.v", "lookup_gains.v")
PROMPTS = (*RUNS, "lookup_prompts.v")

ASSUMED = (
    r"$n \ge 1$; tokens 0, 1, 2, ...; keys distinct; any number of pairs;"
    r" $\mu \ge 2$; $\lambda$ is at least each token and the number of tokens",
    "counters by cyclic shift and the conditional of a ReLU: `listing_2_mended` as it stands;"
    " counters by rotation need a gain that grows (lsrl/new-lst2-longest)",
    "proved of its list of nodes at exact numbers; that it is made of these, and what the formulas"
    " are: lsrl/new-lst2-as-data",
)
LATE = (
    Mutant("sizes", late_in_n, "modulo n for 2 n from n = 649 on"),
    Mutant("steps", late_in_mu, "each key for the query where the gain of steps is above 1,000"),
)

every_n = Claim(
    id="lsrl/new-lst2-every-n",
    title="Listing 2 with indices 0, ..., n - 1 and exact counters looks up keys for every n",
    source=Source(PAPER, "Listing 2, repaired"),
    statement=r"(y_{T-n+1}, \dots, y_T) = \mathrm{dict}[q_1, \dots, q_n],\quad"
    r" y_t = \mathrm{formulas}(x_1, \dots, x_t)",
    assumptions=ASSUMED,
    subject=listed_lookup,
    says=says_every_key,
    checks=(
        certificate(says_every_key, proof=(*PROMPTS, "lookup_found.v"), seconds=900).killing(
            "short-counter", "late-clock", "early", "forgetful", "unasked", "silent"
        ),
    ),
    mutants=(
        Mutant("short-counter", short_counter, "modulo n for 2 n"),
        Mutant("late-clock", late_clock, "a time from -1 on"),
        Mutant("early", ending_early, "t + 1 < started_on + n"),
        Mutant("forgetful", forgetful, "a buffer of n matches"),
        Mutant("unasked", unasked, "each key for the query"),
        Mutant("silent", silent, "lambda = 1"),
    ),
    late=LATE,
    new=True,
    notes="The least gain that is enough: lsrl/new-lst2-gain; that lambda has to be so large:"
    " lsrl/new-lst2-lam. The listing with the paper's own counters: lsrl/new-lst2-from-zero.",
)

no_key = Claim(
    id="lsrl/new-lst2-absent-every-n",
    title="Listing 2 with exact counters gives zeros for a query that is no key, for every n",
    source=Source(PAPER, "Listing 2, not in the text"),
    statement=r"q \notin \mathrm{keys} \implies (y_{T-n+1}, \dots, y_T) = 0,\quad"
    r" y_t = \mathrm{formulas}(x_1, \dots, x_t)",
    assumptions=ASSUMED,
    subject=listed_lookup,
    says=says_no_key,
    checks=(
        certificate(says_no_key, proof=(*PROMPTS, "lookup_absent.v"), seconds=900).killing(
            "unasked"
        ),
    ),
    mutants=(Mutant("unasked", unasked, "each key for the query"),),
    late=LATE,
    new=True,
    notes="lsrl/lst2-absent says this of the gain 1000 and of counters by rotation, for n up to 4.",
)
