"""Logic and comparisons of App. F: when they are exact.

Each helper is a sum of ReLUs of its arguments, of real numbers, and a statement about it is one of
real arithmetic with cases: the program's own function is run on real variables, and a solver
decides that the negation has no model. `f_step` is exact outside of (0, 1/mu), so that comparisons
are right exactly where the difference is not in there; on bits the connectives are right exactly
when mu is at least 1.
"""

from fractions import Fraction
from itertools import product

from constructions.arrays import relu as relu_of_array
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
from proofs.lsrl.any_size import Stated
from proofs.lsrl.one_token import at_one_token
from theorem_checks import (
    All,
    Claim,
    Equal,
    ForReals,
    Mutant,
    Source,
    all_hold,
    check,
    iff,
    implies,
    instances_of,
    proof_of,
    prove_piecewise_equal,
    where,
)

HALF = Fraction(1, 2)
FAR = 10**9
BITS = tuple(product((0, 1), repeat=2))


def says_negation(negation, w):
    """On bits it exchanges 0 and 1; two of them cancel, on all reals."""
    x = w.real("x")
    on_bits = implies((x == 0) | (x == 1), negation(x) == where(x == 0, 1, 0))
    return ForReals(all_hold(on_bits, negation(negation(x)) == x))


def truth_table(table):
    """Return the statement that a connective has a truth table if and only if mu >= 1."""

    def says(connective, w):
        mu = w.real("mu")
        w.assume(mu > 0)
        right = all_hold(*(connective(0 * mu + a, 0 * mu + b, mu) == table(a, b) for a, b in BITS))
        return ForReals(iff(right, mu >= 1))

    return says


def compares(gap):
    """Return the statement that it says if a gap is positive, unless that is in (0, 1/mu)."""

    def says(comparison, w):
        x, y, mu = w.reals("x y mu")
        w.assume(mu > 0)
        exact = comparison(x, y, mu) == where(gap(x, y) > 0, 1, 0)
        return ForReals(iff(exact, (gap(x, y) <= 0) | (gap(x, y) >= 1 / mu)))

    return says


says_and, says_or = truth_table(min), truth_table(max)
says_larger = compares(lambda x, y: x - y)
says_smaller = compares(lambda x, y: y - x)


def says_identity(identity, w):
    """It is [I, -I] relu([x; -x]), and so gives back vectors of every size, whatever is in them."""
    arrays = Stated(w)
    x = arrays("x", "n")
    both = relu_of_array(arrays.joined([[x], [-x]], "n n"))
    found = identity(x)
    return All((Equal(found, arrays.read("I, - I", "n", "n n") @ both), Equal(found, x)))


@check("solver")
def check_program(identity):
    """The program that it writes gives back its input, by its breakpoints."""
    return prove_piecewise_equal(at_one_token(identity), lambda t: t)


APPENDIX = "App. F"

negation = Claim(
    id="lsrl/f-not",
    title="f_not exchanges 0 and 1",
    source=Source(PAPER, f"{APPENDIX}.1"),
    statement=r"\mathrm{f\_not}(x) = 1 - x = \neg x \quad (x \in \{0, 1\})",
    subject=f_not,
    says=says_negation,
    checks=(proof_of(says_negation), instances_of(says_negation)),
    mutants=(
        Mutant("minus", lambda x: -x, "-x for 1 - x"),
        Mutant("double", lambda x: 1 - 2 * x, "overshoots"),
    ),
    late=(Mutant("far", lambda x: 1 - x if x < FAR else x, "x itself far out"),),
)

conjunction = Claim(
    id="lsrl/f-and",
    title="f_and is AND on bits if and only if mu >= 1",
    source=Source(PAPER, f"{APPENDIX}.2"),
    statement=r"\mathrm{relu}(\mathrm{f\_step}(x) + \mathrm{f\_step}(y) - 1) = x \wedge y"
    r"\ \text{on bits} \iff \mu \ge 1",
    assumptions=(r"$\mu > 0$",),
    subject=f_and,
    says=says_and,
    checks=(proof_of(says_and), instances_of(says_and)),
    mutants=(
        Mutant("no-relu", lambda x, y, mu: f_step(x, mu) + f_step(y, mu) - 1, "-1 on two zeros"),
        Mutant("or", f_or, "disjunction"),
        Mutant("half", lambda x, y, mu: relu(f_step(x, mu) + f_step(y, mu) - HALF), "minus 1/2"),
    ),
    late=(Mutant("steep", lambda x, y, mu: (f_and if mu < FAR else f_or)(x, y, mu), "large mu"),),
)

disjunction = Claim(
    id="lsrl/f-or",
    title="f_or is OR on bits if and only if mu >= 1",
    source=Source(PAPER, f"{APPENDIX}.3"),
    statement=r"\mathrm{f\_step}(x + y) = x \vee y\ \text{on bits} \iff \mu \ge 1",
    assumptions=(r"$\mu > 0$",),
    subject=f_or,
    says=says_or,
    checks=(proof_of(says_or), instances_of(says_or)),
    mutants=(
        Mutant("sum", lambda x, y, mu: f_step(x, mu) + f_step(y, mu), "2 on two ones"),
        Mutant("and", f_and, "conjunction"),
    ),
    late=(Mutant("steep", lambda x, y, mu: (f_or if mu < FAR else f_and)(x, y, mu), "large mu"),),
)

larger = Claim(
    id="lsrl/f-larger",
    title="f_larger is right if and only if x - y is not in (0, 1/mu)",
    source=Source(PAPER, f"{APPENDIX}.5"),
    statement=r"\mathrm{f\_step}(x - y) = \mathbb 1[x > y] \iff x - y \notin (0, 1/\mu)",
    assumptions=(r"$\mu > 0$",),
    subject=f_larger,
    says=says_larger,
    checks=(proof_of(says_larger), instances_of(says_larger)),
    mutants=(
        Mutant("swapped", f_smaller, "y - x for x - y"),
        Mutant("weak", lambda x, y, mu: f_step(x - y + 1 / mu, mu), "1 at x = y"),
    ),
    late=(Mutant("far", lambda x, y, mu: f_larger(x, y, mu) if x < FAR else 0 * x, "for x"),),
    notes="At x = y it is 0, so that integers are compared rightly if and only if mu >= 1.",
)

smaller = Claim(
    id="lsrl/f-smaller",
    title="f_smaller is right if and only if y - x is not in (0, 1/mu)",
    source=Source(PAPER, f"{APPENDIX}.4"),
    statement=r"\mathrm{f\_step}(y - x) = \mathbb 1[x < y] \iff y - x \notin (0, 1/\mu)",
    assumptions=(r"$\mu > 0$",),
    subject=f_smaller,
    says=says_smaller,
    checks=(proof_of(says_smaller), instances_of(says_smaller)),
    mutants=(
        Mutant("swapped", f_larger, "x - y for y - x"),
        Mutant("complement", lambda x, y, mu: 1 - f_step(x - y, mu), "1 at x = y"),
    ),
    late=(Mutant("far", lambda x, y, mu: f_smaller(x, y, mu) if y < FAR else 0 * x, "for y"),),
)

identity = Claim(
    id="lsrl/f-relu-identity",
    title="f_relu_identity gives back every input",
    source=Source(PAPER, f"{APPENDIX}.6"),
    statement=r"[I, -I]\,\mathrm{relu}([x; -x]) = x",
    subject=f_relu_identity,
    says=says_identity,
    checks=(proof_of(says_identity), instances_of(says_identity), check_program),
    mutants=(
        Mutant("positive-part", relu, "without the negative part"),
        Mutant("absolute", lambda x: relu(x) + relu(-x), "[I, I] for [I, -I]"),
    ),
    late=(
        Mutant(
            "long",
            lambda x: (f_relu_identity if x.shape[0] < 90 else relu)(x),
            "the positive part of vectors of 90 entries or more",
        ),
    ),
)
