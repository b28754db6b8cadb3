r"""Section 4.2, Figure 3A: how many units class (2) needs to learn what attention does.

No network with fewer than $d(d+1)/2 + d$ units can do it (gated-rnn/x1-min-hidden). All widths are
trained at once, on the same teachers and data; a mask leaves as many units as products.
"""

from collections.abc import Callable
from typing import Any

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.experiments.students import Student
from proofs.gated_rnn.experiments.teacher import Plan
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_any_ranks import least_hidden
from theorem_checks import Claim, Curve, Evidence, Mutant, Panel, Source, Verdict, check

Least = Callable[[int], int]


def least_units(d: int) -> int:
    """Return the least number of hidden units for a layer with invertible matrices."""
    return least_hidden(d, d, d)


def first_below(widths: tuple[int, ...], losses: Any, bound: float) -> int | None:
    """Return the first width whose median loss, over the second axis, is below a bound."""
    import numpy as np

    return next((w for w, row in zip(widths, losses, strict=True) if np.median(row) < bound), None)


def sweep(least: Least, seed: int, plan: Plan, widths: tuple[int, ...], found: float) -> Evidence:
    """Train all widths; see from which on the median of the relative loss is below `found`."""
    import numpy as np

    from theorem_checks import experiment_evidence, summarise_seeds, train_in_check

    largest = max(widths)
    mask = (np.arange(largest) < np.array(widths)[:, None]).astype(np.float32)
    student = Student(plan.d, plan.d, largest, largest)
    run = train_in_check(
        plan.experiment(f"gated-rnn-widths-{plan.d}", student, seed, {"mask": mask})
    )
    losses = run.of("loss")[:, :, -1]
    needed, first = least(plan.d), first_below(widths, losses, found)
    return experiment_evidence(
        {
            f"with fewer than {needed} units the median loss is at least {found}": (
                first is None or first >= needed
            ),
            f"with at most {2 * needed} it is below": first is not None and first <= 2 * needed,
        },
        scope=f"{plan}; widths {widths}",
        predicted=f"no network with fewer than {needed} units can be the teacher",
        printed="d = 6: about twice as many neurons as are needed, which are 27 (a drawing,"
        " without figures)",
        ours={
            f"first width with a median loss below {found}": "none" if first is None else first,
            **{
                f"loss, {w} units": summarise_seeds(row)
                for w, row in zip(widths, losses, strict=True)
            },
        },
        panels=[
            Panel(
                "relative loss after training",
                [
                    Curve("by width", widths, losses.T),
                    Curve(
                        "the least number that is possible",
                        [needed, needed],
                        [losses.min(), losses.max()],
                        dashed=True,
                    ),
                ],
                "hidden units, and products",
                "loss",
                "y",
            )
        ],
        runs=(run,),
    )


@check("experiment", seconds=900)
def check_widths(least, *, seed):
    """Two inputs; five units are the least."""
    plan = Plan(d=2, times=6, count=6, steps=3000, batch=32, peak=1e-2)
    return sweep(least, seed, plan, (2, 3, 4, 5, 7, 10), 0.005)


@check("experiment", kills=("queries-alone",), tier="deep", seconds=14 * 86_400, memory_mb=65_536)
def check_widths_of_the_paper(least, *, seed):
    """Six inputs, as in the paper; 27 units are the least."""
    plan = Plan(d=6, times=32, count=4, steps=781_250, batch=64, peak=1e-3)
    return sweep(least, seed, plan, (6, 13, 20, 26, 27, 34, 41, 54, 81, 108), 1e-4)


overparametrisation = Claim(
    id="gated-rnn/s4.2-overparam",
    title="Training finds what attention does from the least number of units on, at most twice it",
    source=Source(PAPER, "Sec. 4.2, Figure 3A"),
    statement=r"n^* \le n_{found} \le 2 n^*,\quad n^* = \tfrac{d(d+1)}2 + d",
    assumptions=(
        "as many products as units; inputs standard Gaussian, weights of the teacher Gaussian",
        "found means a median relative loss below a bound; bound, optimiser and start are ours",
    ),
    subject=least_units,
    checks=(check_widths, check_widths_of_the_paper),
    mutants=(
        Mutant("queries-alone", lambda d: d, "the key-values are forgotten"),
        Mutant("with-one", lambda d: (d + 1) * (d + 2) // 2 + d, "the 1 counts as an entry"),
    ),
    expect=Verdict.HOLDS,
)
