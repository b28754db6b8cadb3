r"""Prompts of hats: the one that is proved of, and the one for the program with products."""

from dataclasses import replace
from fractions import Fraction

from constructions.lsrl.programs.hats import hat_program, hat_program_gated
from constructions.lsrl.programs.prompts import hat_prompt, hat_prompt_gated
from proofs.lsrl import PAPER
from proofs.lsrl.s4_1_continuous_functions.approximators import (
    Approximator,
    by_sums_and_pieces,
    check_is_the_prompt,
    says_near,
)
from theorem_checks import Claim, Mutant, Source, Verdict, proof_of


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


PLAIN = Approximator(
    hat_program, doubling, lambda n: Fraction(1, n), lambda n, d: 8 * n**d, (-1, 0, 1)
)

GATED = Approximator(
    hat_program_gated, hat_prompt_gated, lambda n: Fraction(1, 2 * n), lambda n, d: (n + 1) ** d
)

hat_prompts = Claim(
    id="lsrl/new-hat-prompts",
    title="Prompts of hats give sums of hats, within their bound of five functions on four cells",
    source=Source(PAPER, "Sec. 4, repaired"),
    statement=r"y(q) = \sum_t w_t\, h_{\delta_t}(q - c_t), \quad"
    r" \sup_q |f(q) - y(q)| \le \tfrac{1}{2n} (L \sqrt d + 1), \quad N \le 8\, n^d",
    assumptions=(
        "sums on all prompts, of one and two inputs and one output, with weights -1, 0 and 1 and"
        " widths from 0 to 1; four functions of one variable, n = 1, 2, 4, and one of two,"
        " n = 1, 2, at all queries; N of the mean of the inputs, n up to 16",
        "that it is so for all is proved of the nodes of the program and of the prompt as data"
        " (lsrl/new-hat-program), with which prompts are compared",
    ),
    subject=PLAIN,
    says=says_near,
    checks=(
        proof_of(says_near, by_sums_and_pieces),
        check_is_the_prompt.killing("early"),
    ),
    mutants=(
        Mutant("any-weight", replace(PLAIN, weights=(-1, 0, 2)), "weights beyond 1"),
        Mutant(
            "few-weights", replace(PLAIN, weights=(0, 1)), "no weights of -1, which prompts have"
        ),
        Mutant("early", replace(PLAIN, prompt=without_last_level), "the last level is missing"),
        Mutant("tighter", replace(PLAIN, bound=lambda n: Fraction(1, 4 * n)), "a quarter of it"),
        Mutant("quadratic", replace(PLAIN, prompt=_one_level), "one level instead of many"),
    ),
    new=True,
)

hat_gated = Claim(
    id="lsrl/new-hat-gated",
    title="The gated program meets the bound of App. B at every query, with (n + 1)^d tokens",
    source=Source(PAPER, "Sec. 4.1 and App. B, repaired"),
    statement=r"\sup_q |f(q) - y(q)| \le L \sqrt d\,\delta/2, \quad N = (n + 1)^d",
    assumptions=(
        "f is L-Lipschitz; that hats interpolate so well is proved (lsrl/new-hat-partition), that"
        " outputs are sums of hats is decided for all prompts of one and two inputs, and the bound"
        " of five functions, n up to 4",
    ),
    subject=GATED,
    says=says_near,
    checks=(
        proof_of(
            says_near,
            by_sums_and_pieces,
            words="The output is the sum of w h(q - c) over the tokens with more inputs as with"
            " one and two; the prompt has a token with w = f(c)/delta for each node c of the grid;"
            " and how near such a sum comes to f is lsrl/new-hat-partition.",
        ),
    ),
    mutants=(
        Mutant("plain", replace(PLAIN, weights=None), "the plain program with any weight"),
        Mutant("one-node-less", replace(GATED, prompt=without_last_node), "the last node missing"),
        Mutant("unscaled", replace(GATED, prompt=unscaled), "wrongly scaled weights"),
        Mutant("tighter", replace(GATED, bound=lambda n: Fraction(1, 8 * n)), "a quarter of it"),
    ),
    new=True,
    expect=Verdict.ARGUED,
)
