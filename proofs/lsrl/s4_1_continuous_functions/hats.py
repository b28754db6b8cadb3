r"""Universality repaired: one fixed plain Linear RNN whose prompts reach every continuous function.

`hat_program` adds up multiples of hats of Kuhn's triangulation. Its numbers are -1, 0 and 1. The
hats of a grid add up to delta everywhere, so that a prompt of them interpolates. That prompts of
hats come near every Lipschitz function is proved of its nodes, at all sizes (`hats_as_nodes`).
"""

from dataclasses import replace
from fractions import Fraction

from constructions.lsrl.listed.programs import program_of_nodes
from constructions.lsrl.programs.hats import hat_program, hat_program_gated
from constructions.lsrl.programs.prompts import hat_prompt, hat_prompt_gated
from proofs.lsrl import PAPER
from proofs.lsrl.s4_1_continuous_functions.approximators import (
    Approximator,
    check_error,
    check_error_of_a_plane,
    check_is_the_program,
    check_numbers,
    check_one_token,
    check_prompt_length,
)
from proofs.lsrl.s4_1_continuous_functions.hat_error import late_in_levels
from proofs.lsrl.s4_1_continuous_functions.hats_as_nodes import (
    AsNodes,
    forgetful,
    late_in_inputs,
    late_in_outputs,
    multiplied,
    one_sided,
    says_universal,
    starting_at_one,
)
from theorem_checks import Claim, Mutant, Source, certificate


def says_hats(approximator, w):
    """The program of all sizes comes near functions, and its numbers are -1, 0 and 1."""
    return says_universal(approximator.as_nodes, w)


def doubling(f, d, cells):
    """Return the plain prompt with levels 1, 2, 4, ..., n."""
    return hat_prompt(f, d, [2**k for k in range(cells.bit_length())])


def without_last_level(f, d, cells):
    """Return a prompt that stops a level too early."""
    return hat_prompt(f, d, [2**k for k in range(cells.bit_length() - 1)])


def without_last_node(f, d, cells):
    """Return a gated prompt that lacks the last node."""
    return hat_prompt_gated(f, d, cells)[:-1]


def unscaled(f, d, cells):
    """Return a gated prompt with weights f(c) for f(c)/delta, from two cells on."""
    tokens = hat_prompt_gated(f, d, cells)
    return [[*token[:-1], token[-1] / (cells + 1)] for token in tokens]


def _one_level(f, d, cells):
    return hat_prompt(f, d, [cells])


PLAIN = Approximator(hat_program, doubling, lambda n: Fraction(1, n), (-1, 0, 1))

GATED = Approximator(hat_program_gated, hat_prompt_gated, lambda n: Fraction(1, 2 * n))


def with_nodes(listed):
    """Return the approximator by another list of nodes."""

    def program(d_in, d_out):
        return program_of_nodes(listed(d_in, d_out))

    return replace(PLAIN, program=program, as_nodes=AsNodes(program=listed))


PROOF = (
    "../s3_language/program_runs.v",
    "../s3_language/program_writing.v",
    *("hats.v", "hats_of_hats.v", "hat_bounds.v", "hats_as_nodes.v"),
)

hat_rnn = Claim(
    id="lsrl/new-hat-program",
    title="One fixed plain Linear RNN with numbers -1, 0, 1 comes near every Lipschitz function",
    source=Source(PAPER, "Sec. 4, repaired"),
    statement=r"\sup_q |f(q) - y(q)| \le \tfrac{1}{2n} (L \sqrt d + 1),\quad"
    r" N \le 2^{d+1} (L \sqrt d + 1)\, n^d + 2^d \max |f|",
    assumptions=(
        "f is L-Lipschitz; each entry of the output by itself; all d, and n = 1, 2, 4, 8, ...;"
        r" in N whole numbers stand for $L \sqrt d$ and $\max |f|$, which are at most these",
        "of the list of nodes of which `hat_program` is made, at exact numbers",
    ),
    covers=("lsrl/vec-dense",),
    subject=PLAIN,
    says=says_hats,
    checks=(
        certificate(says_hats, proof=PROOF, seconds=900).killing("from-one", "gated"),
        check_is_the_program.killing("from-one", "forgetful", "one-sided", "early"),
        check_one_token.killing("any-weight", "forgetful", "one-sided"),
        check_error.killing("early", "tighter", "one-sided"),
        check_error_of_a_plane.killing("early", "one-sided"),
        check_numbers.killing("gated"),
        check_prompt_length.killing("quadratic"),
    ),
    mutants=(
        Mutant("any-weight", replace(PLAIN, weights=(-1, 0, 2)), "weights beyond 1"),
        Mutant("early", replace(PLAIN, prompt=without_last_level), "the last level is missing"),
        Mutant("tighter", replace(PLAIN, bound=lambda n: Fraction(1, 4 * n)), "a quarter of it"),
        Mutant("gated", with_nodes(multiplied), "a program with products"),
        Mutant("quadratic", replace(PLAIN, prompt=_one_level), "one level instead of many"),
        Mutant("from-one", with_nodes(starting_at_one), "a last state that starts at 1"),
        Mutant("forgetful", with_nodes(forgetful), "a query that is not kept"),
        Mutant("one-sided", with_nodes(one_sided), "relu(delta - max(0, x))"),
    ),
    late=(
        Mutant("inputs", with_nodes(late_in_inputs), "starts at 1 from 1,001 inputs on"),
        Mutant("outputs", with_nodes(late_in_outputs), "products from 1,001 outputs on"),
        Mutant(
            "levels", replace(PLAIN, as_nodes=AsNodes(tokens=late_in_levels)), "at most 101 grids"
        ),
    ),
    repairs=("lsrl/fixed-mu-floor",),
    new=True,
    notes="The bound is that of the text plus half a step, at every q, walls included. Lipschitz"
    " functions come near every continuous one, and so do prompts.",
)

hat_gated = Claim(
    id="lsrl/new-hat-gated",
    title="The gated program meets the bound of App. B at every query, with (n + 1)^d tokens",
    source=Source(PAPER, "Sec. 4.1 and App. B, repaired"),
    statement=r"\sup_q |f(q) - y(q)| \le L \sqrt d\,\delta/2, \quad N = (n + 1)^d",
    assumptions=(
        "f is L-Lipschitz; that hats interpolate so well is proved (lsrl/new-hat-partition), what a"
        " token adds is decided for one and two inputs",
    ),
    subject=GATED,
    checks=(
        check_one_token.killing("plain"),
        check_error.killing("one-node-less", "unscaled", "tighter"),
        check_error_of_a_plane.killing("one-node-less", "unscaled"),
    ),
    mutants=(
        Mutant("plain", replace(PLAIN, weights=None), "the plain program with any weight"),
        Mutant("one-node-less", replace(GATED, prompt=without_last_node), "the last node missing"),
        Mutant("unscaled", replace(GATED, prompt=unscaled), "wrongly scaled weights"),
        Mutant("tighter", replace(GATED, bound=lambda n: Fraction(1, 8 * n)), "a quarter of it"),
    ),
    new=True,
)
