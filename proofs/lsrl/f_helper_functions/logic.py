"""Logic and comparisons of App. F: when they are exact."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from constructions.arrays import relu as relu_of_array
from constructions.lsrl import ReLU
from constructions.lsrl.helpers import (
    f_and,
    f_larger,
    f_not,
    f_or,
    f_relu_identity,
    f_smaller,
    f_step,
)
from constructions.lsrl.helpers.operations import relu
from proofs.lsrl import PAPER
from proofs.lsrl.any_size import proved_for_all_sizes
from proofs.lsrl.one_token import at_one_token
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    clamp,
    every,
    iff,
    prove_for_all,
    prove_piecewise_equal,
    reals,
    where,
)

x, y, z, mu = reals("x y z mu")
HALF = Fraction(1, 2)
BITS = tuple(product((0, 1), repeat=2))


@check("solver")
def check_negation(negation):
    """It exchanges 0 and 1; two of them cancel, on all reals."""
    on_bits = every(negation(x) == where(x == 0, 1, 0))
    return all_of(
        {
            "on bits": prove_for_all(on_bits, assume=(x == 0) | (x == 1)),
            "twice": prove_for_all(negation(negation(x)) == x),
        },
        "bits; all real x",
    )


@check("exact")
def check_negation_program(negation):
    """The program of one node maps 0 to 1 and 1 to 0."""
    program = at_one_token(negation)
    for bit in (0, 1):
        if program(bit) != 1 - bit:
            found = str(program(bit))
            return Evidence.refuted(Counterexample({"x": bit}, str(1 - bit), found))
    return Evidence.holds("both bits")


def decide_on_bits(connective, table):
    """Decide that the connective has this truth table if and only if mu >= 1."""
    right = every(*(connective(0 * mu + a, 0 * mu + b, mu) == table(a, b) for a, b in BITS))
    return prove_for_all(iff(right, mu >= 1), assume=mu > 0)


@check("solver")
def check_conjunction(conjunction):
    """It is AND on bits if and only if mu >= 1."""
    return decide_on_bits(conjunction, min)


@check("solver")
def check_disjunction(disjunction):
    """It is OR on bits if and only if mu >= 1."""
    return decide_on_bits(disjunction, max)


def program_on_bits(connective, table):
    """Run the program of one connective on all bits, at the least mu and at a large one."""
    for gain in (1, 1000):
        program = at_one_token(lambda a, b, gain=gain: connective(a, b, gain), dim=2)
        for a, b in BITS:
            if (found := program(a, b)) != table(a, b):
                at = {"x": a, "y": b, "mu": gain}
                return Evidence.refuted(Counterexample(at, str(table(a, b)), str(found)))
    return Evidence.holds("all bits; mu = 1, 1000")


@check("exact")
def check_conjunction_program(conjunction):
    """The program is AND on bits at mu = 1 and mu = 1000."""
    return program_on_bits(conjunction, min)


@check("exact")
def check_disjunction_program(disjunction):
    """The program is OR on bits at mu = 1 and mu = 1000."""
    return program_on_bits(disjunction, max)


def decide_comparison(comparison, gap):
    """Decide that it is the indicator of gap > 0 if and only if the gap is not in (0, 1/mu)."""
    exact = comparison(x, y, mu) == where(gap > 0, 1, 0)
    return prove_for_all(iff(exact, ~((gap > 0) & (gap < 1 / mu))), assume=mu > 0)


@check("solver")
def check_larger(larger):
    """Exact if and only if x - y is not in (0, 1/mu)."""
    return decide_comparison(larger, x - y)


@check("solver")
def check_smaller(smaller):
    """Exact if and only if y - x is not in (0, 1/mu)."""
    return decide_comparison(smaller, y - x)


@check("solver")
def check_larger_program(larger):
    """The program compares one variable with 3/4, at two gains: a clamp, by its breakpoints."""
    return program_compares(larger, 1)


@check("solver")
def check_smaller_program(smaller):
    """The program compares one variable with 3/4, at two gains: a clamp, by its breakpoints."""
    return program_compares(smaller, -1)


def program_compares(comparison, sign):
    """Decide that the program is the clamp of mu (x - 3/4), or of its negative."""
    point = Fraction(3, 4)
    return all_of(
        {
            f"mu = {gain}": prove_piecewise_equal(
                at_one_token(lambda t, gain=gain: comparison(t, point, gain)),
                lambda t, gain=gain: clamp(sign * gain * (t - point), 0, 1),
            )
            for gain in (Fraction(1, 2), Fraction(1000))
        },
        "all x; y = 3/4; mu = 1/2, 1000",
    )


@dataclass(frozen=True)
class Identity:
    """The helper on nodes, and the same formula on arrays: columns R of R relu([x; -x])."""

    write: Callable[..., Any] = f_relu_identity
    read: str = "I, -I"


@check("solver")
def check_identity(identity):
    """The program gives back its input, by its breakpoints."""
    return prove_piecewise_equal(at_one_token(identity.write), lambda t: t)


@check("proof")
def check_identity_at_every_size(identity):
    """[I, -I] relu([x; -x]) = x for vectors of every size."""

    def given_back(w):
        x = w("x", "n")
        both = relu_of_array(w.joined([[x], [-x]], "n n"))
        return {"value": (w.read(identity.read, "n", "n n") @ both, x)}

    return proved_for_all_sizes(given_back)


APPENDIX = "App. F"

negation = Claim(
    id="lsrl/f-not",
    title="f_not exchanges 0 and 1",
    source=Source(PAPER, f"{APPENDIX}.1"),
    statement=r"\mathrm{f\_not}(x) = 1 - x = \neg x \quad (x \in \{0, 1\})",
    subject=f_not,
    checks=(check_negation, check_negation_program),
    mutants=(
        Mutant("minus", lambda x: -x, "-x for 1 - x"),
        Mutant("double", lambda x: 1 - 2 * x, "overshoots"),
    ),
)

conjunction = Claim(
    id="lsrl/f-and",
    title="f_and is AND on bits if and only if mu >= 1",
    source=Source(PAPER, f"{APPENDIX}.2"),
    statement=r"\mathrm{relu}(\mathrm{f\_step}(x) + \mathrm{f\_step}(y) - 1) = x \wedge y"
    r"\ \text{on bits} \iff \mu \ge 1",
    assumptions=(r"$\mu > 0$",),
    subject=f_and,
    checks=(check_conjunction, check_conjunction_program),
    mutants=(
        Mutant("no-relu", lambda x, y, mu: f_step(x, mu) + f_step(y, mu) - 1, "-1 on two zeros"),
        Mutant("or", f_or, "disjunction"),
        Mutant("half", lambda x, y, mu: relu(f_step(x, mu) + f_step(y, mu) - HALF), "minus 1/2"),
    ),
)

disjunction = Claim(
    id="lsrl/f-or",
    title="f_or is OR on bits if and only if mu >= 1",
    source=Source(PAPER, f"{APPENDIX}.3"),
    statement=r"\mathrm{f\_step}(x + y) = x \vee y\ \text{on bits} \iff \mu \ge 1",
    assumptions=(r"$\mu > 0$",),
    subject=f_or,
    checks=(check_disjunction, check_disjunction_program),
    mutants=(
        Mutant("sum", lambda x, y, mu: f_step(x, mu) + f_step(y, mu), "2 on two ones"),
        Mutant("and", f_and, "conjunction"),
    ),
)

larger = Claim(
    id="lsrl/f-larger",
    title="f_larger is right if and only if x - y is not in (0, 1/mu)",
    source=Source(PAPER, f"{APPENDIX}.5"),
    statement=r"\mathrm{f\_step}(x - y) = \mathbb 1[x > y] \iff x - y \notin (0, 1/\mu)",
    assumptions=(r"$\mu > 0$",),
    subject=f_larger,
    checks=(check_larger, check_larger_program),
    mutants=(
        Mutant("swapped", f_smaller, "y - x for x - y"),
        Mutant("weak", lambda x, y, mu: f_step(x - y + 1 / mu, mu), "1 at x = y"),
    ),
    notes="At x = y it is 0, so that integers are compared rightly if and only if mu >= 1.",
)

smaller = Claim(
    id="lsrl/f-smaller",
    title="f_smaller is right if and only if y - x is not in (0, 1/mu)",
    source=Source(PAPER, f"{APPENDIX}.4"),
    statement=r"\mathrm{f\_step}(y - x) = \mathbb 1[x < y] \iff y - x \notin (0, 1/\mu)",
    assumptions=(r"$\mu > 0$",),
    subject=f_smaller,
    checks=(check_smaller, check_smaller_program),
    mutants=(
        Mutant("swapped", f_larger, "x - y for y - x"),
        Mutant("complement", lambda x, y, mu: 1 - f_step(x - y, mu), "1 at x = y"),
    ),
)

identity = Claim(
    id="lsrl/f-relu-identity",
    title="f_relu_identity gives back every input",
    source=Source(PAPER, f"{APPENDIX}.6"),
    statement=r"[I, -I]\,\mathrm{relu}([x; -x]) = x",
    subject=Identity(),
    checks=(check_identity_at_every_size, check_identity),
    mutants=(
        Mutant("positive-part", Identity(ReLU, "I, 0"), "without the negative part"),
        Mutant("absolute", Identity(lambda x: ReLU(x) + ReLU(-x), "I, I"), "[I, I] for [I, -I]"),
    ),
)
