r"""The dot products of the counter of F.7, and the threshold above which is just the largest.

The dot product with the place k steps away is $\cos(2 \pi k/n)$: 1 at the count, and at most
$\cos(2 \pi/n)$ elsewhere, as the cosine falls up to $\pi$ and is symmetric. So $\cos(\pi/n)$ lies
between. The printed comment has $1 - \cos(\pi/n)$, which is right for n = 3 and 4 alone; the code
has the other one. For small n all products are computed, for every n the order of cosines is used.
"""

from fractions import Fraction

from constructions.lsrl import ForEach, Input
from constructions.lsrl.helpers import position_in_turn
from proofs.lsrl import PAPER
from proofs.lsrl.f_helper_functions.counters import cosines
from proofs.lsrl.f_helper_functions.rotating_vector import (
    runner_up_at_every_size,
    says_runner_up,
    says_separated,
    separated_at_every_size,
)
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    certificate,
    check,
)


@check("exact")
def check_dot_products(runner_up):
    """At each token the largest dot product is 1, at the count, and the next is the runner-up."""
    for n in (2, 3, 4, 5, 8):
        wanted = runner_up(cosines(n))
        rows = ForEach(position_in_turn(Input(1), n))([[0]] * (n + 1))
        for t, row in enumerate(rows):
            values = list(row)
            top = values.pop(t % n)
            best = values[0]
            for value in values[1:]:
                best = value if value > best else best
            if top != 1 or best != wanted:
                return Evidence.refuted(
                    Counterexample({"n": n, "t": t}, f"1, {wanted}", f"{top}, {best}")
                )
    return Evidence.holds("n = 2, 3, 4, 5, 8; n + 1 tokens")


@check("proof")
def check_runner_up_at_every_size(runner_up):
    """For every n >= 2 no other dot product exceeds the runner-up, and the next place has it."""
    return runner_up_at_every_size(runner_up)


@check("exact")
def check_threshold(threshold):
    """Just the dot product of the current count is above the threshold: n = 1, ..., 8."""
    for n in range(1, 9):
        row = list(ForEach(position_in_turn(Input(1), n))([[0]])[0])
        bound = threshold(cosines(n))
        above = [k for k, value in enumerate(row) if value > bound]
        if above != [0]:
            products = {f"product with the place {k}": str(value) for k, value in enumerate(row)}
            at = {"n": n, "t": 0, **products, "threshold": str(bound)}
            told = "above it is that of the place 0 alone", f"those of the places {above}"
            return Evidence.refuted(Counterexample(at, *told))
    return Evidence.holds("n = 1, ..., 8; the first token")


@check("proof")
def check_threshold_at_every_size(threshold):
    """For every n >= 1 the dot product exceeds the threshold at the count and nowhere else."""
    return separated_at_every_size(threshold)


NEAR_1 = Fraction(10**9 - 1, 10**9)  # what cos(pi/n) reaches for n of some 10^5

second = Claim(
    id="lsrl/f-modulo-second",
    title="The largest dot product is 1 and the next cos(2 pi/n)",
    source=Source(PAPER, "App. F.7, line 26"),
    statement=r"\max_{k \ne t} \cos(2\pi(k - t)/n) = \cos(2\pi/n)",
    assumptions=(r"$n \ge 2$",),
    subject=lambda cos: cos(2),
    says=says_runner_up,
    checks=(
        certificate(says_runner_up, proof=("turned_vector.v", "rotating_vector.v")),
        check_runner_up_at_every_size,
        check_dot_products,
    ),
    mutants=(
        Mutant("half-angle", lambda cos: cos(1), "pi/n"),
        Mutant("twice", lambda cos: cos(4), "4 pi/n"),
    ),
    late=(Mutant("fine", lambda cos: cos(2) if cos(2) < NEAR_1 else cos(4), "4 pi/n, far out"),),
)

threshold_printed = Claim(
    id="lsrl/f-modulo-threshold",
    title="A threshold at 1 - cos(angle/2) gives the indicators of the count",
    source=Source(PAPER, "App. F.7, line 27"),
    statement=r"\cos(2\pi k/n) > 1 - \cos(\pi/n) \iff k = 0",
    subject=lambda cos: 1 - cos(1),
    checks=(check_threshold,),
    controls=(Control("code", lambda cos: cos(1), "cos(angle/2), as in line 28"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-modulo-threshold",
    notes="Of all n only 3 and 4 are right. The code below the comment has cos(angle/2).",
)

threshold = Claim(
    id="lsrl/new-modulo-threshold",
    title="A threshold at cos(angle/2) gives the indicators of the count",
    source=Source(PAPER, "App. F.7, line 28"),
    statement=r"\cos(2\pi k/n) > \cos(\pi/n) \iff k = 0",
    assumptions=(r"$n \ge 1$, $0 \le k < n$",),
    subject=lambda cos: cos(1),
    says=says_separated,
    checks=(
        certificate(says_separated, proof=("turned_vector.v", "rotating_vector.v")),
        check_threshold_at_every_size,
        check_threshold,
    ),
    mutants=(
        Mutant("printed", lambda cos: 1 - cos(1), "line 27"),
        Mutant("full-angle", lambda cos: cos(4), "a wider angle"),
    ),
    late=(Mutant("fine", lambda cos: cos(1) if cos(1) < NEAR_1 else cos(4), "4 pi/n, far out"),),
    repairs=("lsrl/f-modulo-threshold",),
    new=True,
)
