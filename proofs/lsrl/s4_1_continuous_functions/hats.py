r"""Universality repaired: a fixed plain Linear RNN, and prompts near every Lipschitz function.

`hat_program` adds up multiples of hats of Kuhn's triangulation. Its numbers are -1, 0 and 1. The
hats of a grid add up to delta everywhere, so that a prompt of them interpolates. That prompts of
hats come near every Lipschitz function is proved of its nodes, at all sizes (`hats_as_nodes`).
"""

from fractions import Fraction
from itertools import product

from constructions.lsrl.listed.outputs import program_outputs
from constructions.lsrl.programs.hats import hat_program
from constructions.lsrl.programs.prompts import hat_query
from proofs.lsrl import PAPER
from proofs.lsrl.s4_1_continuous_functions.approximators import folded, plane
from proofs.lsrl.s4_1_continuous_functions.hat_error import late_in_levels
from proofs.lsrl.s4_1_continuous_functions.hats_as_nodes import (
    AsNodes,
    exact,
    forgetful,
    late_in_inputs,
    late_in_outputs,
    multiplied,
    one_sided,
    says_universal,
    starting_at_one,
    tokens_of,
)
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    certificate,
    check,
    to_fraction,
)


@check("exact")
def check_is_the_program(hats):
    """What is proved of is what is shipped: equal nodes, for 1, 2, 3 and 40 inputs."""
    for d, e in (*product((1, 2, 3), repeat=2), (40, 40)):
        if hats.in_nodes(d, e) != hat_program(d, e):
            at = {"d_in": d, "d_out": e}
            return Evidence.refuted(Counterexample(at, "the shipped program", "another one"))
    return Evidence.holds("d_in, d_out = 1, 2, 3; both 40")


def _folded_line(p):
    return folded(p[0])


@check("exact")
def check_near(hats):
    """The outputs are near |x - 1/3| and (3 x + 4 y)/5, as data and as the program that is run."""
    for f, d, levels in ((_folded_line, 1, 0), (_folded_line, 1, 2), (plane, 2, 1)):
        tokens, program = tokens_of(lambda p, f=f: [f(p)], d, levels, 1), hats.in_nodes(d, 1)
        for q in product([Fraction(k, 4) for k in range(5)], repeat=d):
            prompt = (exact(hat_query(q, 1)), *tokens)
            (found,) = map(to_fraction, program_outputs(hats.program(d, 1), prompt)[-1])
            run = to_fraction(program(list(map(list, prompt)))[-1, 0])
            excess = 2 ** (levels + 1) * abs(found - f(q)) - 1
            if run != found or (excess > 0 and excess**2 > d):
                at = {"f": f.__name__, "levels": levels, "q": q, "run": run}
                return Evidence.refuted(Counterexample(at, str(f(q)), str(found)))
    return Evidence.holds("q in the multiples of 1/4; n = 1, 2, 4")


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
    subject=AsNodes(),
    says=says_universal,
    checks=(
        certificate(says_universal, proof=PROOF, seconds=900).killing("from-one", "gated"),
        check_is_the_program.killing("from-one", "gated", "forgetful", "one-sided"),
        check_near.killing("from-one", "forgetful", "one-sided"),
    ),
    mutants=(
        Mutant("gated", AsNodes(program=multiplied), "a program with products"),
        Mutant("from-one", AsNodes(program=starting_at_one), "a last state that starts at 1"),
        Mutant("forgetful", AsNodes(program=forgetful), "a query that is not kept"),
        Mutant("one-sided", AsNodes(program=one_sided), "relu(delta - max(0, x))"),
    ),
    late=(
        Mutant("inputs", AsNodes(program=late_in_inputs), "starts at 1 from 1,001 inputs on"),
        Mutant("outputs", AsNodes(program=late_in_outputs), "products from 1,001 outputs on"),
        Mutant("levels", AsNodes(tokens=late_in_levels), "at most 101 grids"),
    ),
    repairs=("lsrl/fixed-mu-floor",),
    new=True,
    notes="The bound is that of the text plus half a step, at every q, walls included. Lipschitz"
    " functions come near every continuous one, and so do prompts. Those that are shipped are the"
    " ones that are proved of: lsrl/new-hat-prompts.",
)
