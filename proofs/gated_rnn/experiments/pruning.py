r"""Section 4.1, App. B.2: a trained student is cut down to the least number of units and products.

Least are $d(d+1)/2 + d$ units (gated-rnn/x1-min-hidden) and $d(d+1)/2$ products
(gated-rnn/x2-min-products) for a layer of attention with invertible matrices. A student with more
of both is trained. Then what its function needs least is folded into the rest, one after the other,
and what is left is trained a little more. **At the least numbers it must be found again, and with
one unit or one product fewer it cannot be**: the curve over the number that is left has its cliff
there.

In print the superfluous weights are 0 after 781,250 steps. In the quick tier the weight decay is
larger instead, so that this is seen after a few thousand.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.experiments.compression import Compressed
from proofs.gated_rnn.experiments.students import Student
from proofs.gated_rnn.experiments.teacher import Plan, rounded
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_any_ranks import least_hidden
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_products import least_products
from proofs.gated_rnn.s4_1_teacher_identification.identification import polynomial_distances
from theorem_checks import (
    Claim,
    Curve,
    Evidence,
    Mutant,
    Panel,
    Source,
    Verdict,
    check,
)

SEQUENCES = 128  # on which a network is looked at when it is cut
RESTORED = 0.9  # of what merging adds to the loss, fine-tuning takes back


@dataclass(frozen=True)
class Least:
    """The predicted least numbers of units and products, functions of d."""

    units: Callable[[int], int] = lambda d: least_hidden(d, d, d)
    products: Callable[[int], int] = lambda d: least_products(d, d, d)


@dataclass(frozen=True)
class Cutting:
    """What is trained, and cut: `plan`, the `width` at first, the `cuts` (units, products).

    After each cut come `steps` more with the learning rate `peak`, and the weight decay `decay`. A
    network is `found` where its relative loss is below that, and should then be no farther from its
    teacher than `distance` as a polynomial of up to three tokens, every lambda rounded to 0 or 1.
    """

    plan: Plan
    width: int
    cuts: tuple[tuple[int, int], ...]
    steps: int
    peak: float
    found: float
    distance: float
    decay: float = 1e-4

    @property
    def student(self) -> Student:
        """The network before it is cut."""
        return Student(self.plan.d, self.plan.d, self.width, self.width)

    def sequences(self, seed: int) -> Any:
        """Return sequences on which networks are looked at."""
        import numpy as np

        shape = (SEQUENCES, self.plan.times, self.plan.d)
        return np.random.default_rng(seed).normal(size=shape)

    def again(self, networks: list[dict[str, Any]], given: Any, seed: int) -> Any:
        """Return the experiment that trains networks further, all in arrays of one size."""
        import jax
        import numpy as np

        from theorem_checks import Experiment, cosine_adamw, normal, steps_per_record

        plan, student = self.plan, self.student

        def loss(params: Any, given: Any, key: Any) -> Any:
            xs = normal(key, (plan.batch, plan.times, plan.d))
            wanted = jax.vmap(given["teacher"])(xs)
            gaps = jax.vmap(student.network(params))(xs) - wanted
            return (gaps**2).mean() / given["power"]

        def measure(params: Any, given: Any, key: Any) -> dict[str, Any]:
            losses = jax.vmap(lambda one: loss(params, given, one))(jax.random.split(key, 16))
            return {"loss": losses.mean()}

        params = jax.tree.map(lambda *leaves: np.stack(leaves).astype(np.float32), *networks)
        return Experiment(
            name=f"gated-rnn-cut-{plan.d}",
            initialise=lambda key, given: given["params"],
            loss=loss,
            measure=measure,
            optimiser=cosine_adamw(
                self.steps, peak=self.peak, weight_decay=self.decay, undecayed=("nu",)
            ),
            steps=self.steps,
            seeds=[seed],
            settings={"params": params, **given},
            record_every=steps_per_record(self.steps, 20),
        )

    def __str__(self) -> str:
        return (
            f"{self.plan}; {self.width} units and products at first; after cutting"
            f" {self.steps} steps more, learning rate {self.peak}, weight decay {self.decay}"
        )


@dataclass(frozen=True)
class Cut:
    """What came of it, arrays over cuts and seeds.

    `before` (S) are the losses before cutting, `merged` and `tuned` (C, S) those after cutting and
    after training again; `networks` the parameters, [cut][seed], without what was cut off.
    """

    before: Any
    merged: Any
    tuned: Any
    networks: list[list[dict[str, Any]]]
    teachers: list[Any]
    whole: list[dict[str, Any]]
    runs: tuple[Any, ...]


@cache
def cut(cutting: Cutting, seed: int, name: str) -> Cut:
    """Train students, cut each to all sizes, and train what is left.

    Kept, since a claim and its mutants ask for the same.
    """
    import jax
    import numpy as np

    from theorem_checks import initial_members, train_in_check

    plan = cutting.plan
    experiment = plan.experiment(name, cutting.student, seed)
    run, given = train_in_check(experiment), initial_members(experiment)[1]
    del given["setting"]
    whole = [run.params_of(0, k) for k in range(plan.count)]
    begun = [Compressed.of(params, cutting.sequences(seed)) for params in whole]
    largest = tuple(max(sizes) for sizes in zip(*cutting.cuts, strict=True))
    left = zip(*(one.cut_to(cutting.cuts) for one in begun), strict=True)
    padded = [one.padded(*largest) for row in left for one in row]
    for_all = jax.tree.map(
        lambda leaf: np.concatenate([np.asarray(leaf[0])] * len(cutting.cuts)), given
    )
    again = train_in_check(cutting.again(padded, for_all, seed))
    shape = (len(cutting.cuts), plan.count)
    losses = again.of("loss")[:, 0]
    networks = [
        [
            _without_padding(again.params_of(c * plan.count + k, 0), *cutting.cuts[c])
            for k in range(plan.count)
        ]
        for c in range(len(cutting.cuts))
    ]
    teachers = [jax.tree.map(lambda leaf, k=k: leaf[0, k], given["teacher"]) for k in
                range(plan.count)]  # fmt: skip
    return Cut(
        before=run.of("loss")[0, :, -1],
        merged=losses[:, 0].reshape(shape),
        tuned=losses[:, -1].reshape(shape),
        networks=networks,
        teachers=teachers,
        whole=whole,
        runs=(run, again),
    )


def _without_padding(params: Any, units: int, products: int) -> dict[str, Any]:
    import numpy as np

    weights = {name: np.asarray(value, float) for name, value in params.items()}
    found = {name: weights[name][:units] for name in ("nu", "W_in_m", "W_in_x")}
    found |= {name: weights[name][:products, :units] for name in ("W_out_m", "W_out_x")}
    return {**found, "D": weights["D"][:, :products]}


def least_found(cutting: Cutting, tuned: Any) -> tuple[int | None, int | None]:
    """Return the least numbers of units, and of products, with which the median loss is found."""
    import numpy as np

    found = [
        c for c, row in zip(cutting.cuts, tuned, strict=True) if np.median(row) < cutting.found
    ]
    return tuple(min((one[k] for one in found), default=None) for k in range(2))  # pyright: ignore


def prune(least: Least, seed: int, cutting: Cutting) -> Evidence:
    """Cut trained students to several sizes around the least ones, and look at what is left."""
    import numpy as np

    from theorem_checks import experiment_evidence, summarise_seeds

    d = cutting.plan.d
    wanted = least.units(d), least.products(d)
    done = cut(cutting, seed, f"gated-rnn-pruned-{d}")
    units, products = least_found(cutting, done.tuned)
    ours: dict[str, Any] = {
        "least number of units with which it is found": str(units),
        "least number of products with which it is found": str(products),
        "relative loss before cutting": summarise_seeds(done.before),
    }
    for sizes, merged, tuned in zip(cutting.cuts, done.merged, done.tuned, strict=True):
        words = f"{sizes[0]} units and {sizes[1]} products"
        ours[f"loss cut to {words}"] = summarise_seeds(merged)
        ours[f"loss cut to {words}, trained on"] = summarise_seeds(tuned)
    seen: dict[str, Any] = {
        f"it is found with {wanted[0]} units, and with no fewer": units == wanted[0],
        f"it is found with {wanted[1]} products, and with no fewer": products == wanted[1],
    }
    if wanted in cutting.cuts:
        at = cutting.cuts.index(wanted)
        restored = (done.merged[at] - done.tuned[at]) / (done.merged[at] - done.before)
        distances = [
            max(polynomial_distances(rounded(_student(d, wanted).network(params)), teacher))
            for params, teacher in zip(done.networks[at], done.teachers, strict=True)
        ]
        ours["what training gives back of the loss by cutting"] = summarise_seeds(restored)
        ours["polynomial distance on up to three tokens, lambda rounded"] = summarise_seeds(
            distances
        )
        seen[f"the polynomials are within {cutting.distance} of the teacher's (median)"] = (
            np.median(distances) <= cutting.distance
        )
        seen["cutting raises the loss in every seed"] = bool((done.merged[at] > done.before).all())
        seen[f"training takes back {RESTORED:.0%} of that (median)"] = (
            np.median(restored) >= RESTORED
        )
    return experiment_evidence(
        seen,
        scope=str(cutting),
        predicted=f"{wanted[0]} units and {wanted[1]} products, and no fewer",
        printed="d = 4: of 100 each, 14 units (the least number) and 13 products are left, 11 after"
        " merging (the least number is 10)",
        ours=ours,
        panels=_cliffs(cutting, done, wanted),
        runs=done.runs,
    )


def _student(d: int, sizes: tuple[int, int]) -> Student:
    return Student(d, d, *sizes)


def _cliffs(cutting: Cutting, done: Cut, wanted: tuple[int, int]) -> list[Panel]:
    """Losses against the numbers of units, and of products, that are left."""
    panels = []
    for axis, kind in enumerate(("units", "products")):
        best: dict[int, int] = {}  # of the cuts with one number on this axis, that with least loss
        for place, sizes in enumerate(cutting.cuts):
            rival = best.setdefault(sizes[axis], place)
            if done.tuned[place].mean() < done.tuned[rival].mean():
                best[sizes[axis]] = place
        numbers = sorted(best)
        chosen = [best[number] for number in numbers]
        curves = [
            Curve("cut", numbers, done.merged[chosen].T),
            Curve("trained on", numbers, done.tuned[chosen].T),
            Curve("least possible", [wanted[axis]] * 2, [1e-6, 1.0], dashed=True),
        ]
        panels.append(Panel(f"relative loss by {kind} left", curves, kind, "loss", "y"))
    return panels


@check("experiment", seconds=900)
def check_pruning(least, *, seed):
    """Two inputs: 5 units and 3 products are the least."""
    plan = Plan(d=2, times=6, count=5, steps=8000, batch=32, peak=1e-2, decay=0.03)
    cuts = ((7, 5), (6, 4), (5, 3), (4, 3), (3, 3), (5, 2), (5, 1))
    return prune(least, seed, Cutting(plan, 12, cuts, 3000, peak=3e-3, found=0.005, distance=0.3))


@check("experiment", tier="deep", seconds=14 * 86_400, memory_mb=65_536)
def check_pruning_of_the_paper(least, *, seed):
    """The paper's sizes: 14 units and 10 products are the least."""
    plan = Plan(d=4, times=32, count=4, steps=781_250, batch=64, peak=1e-3)
    cuts = ((14, 13), (14, 11), (14, 10), (13, 10), (12, 10), (14, 9), (14, 8))
    return prune(least, seed, Cutting(plan, 100, cuts, 100_000, 1e-3, found=1e-4, distance=0.01))


pruning = Claim(
    id="gated-rnn/s4.1-prune",
    covers=("gated-rnn/b2-finetune",),
    title="A trained student can be cut down to the least number of units and products, no further",
    source=Source(PAPER, "Sec. 4.1, App. B.2"),
    statement=r"n_{left} = \tfrac{d(d+1)}2 + d,\; p_{left} = \tfrac{d(d+1)}2",
    assumptions=(
        "inputs standard Gaussian; weights of the teacher Gaussian, of variance 1/d (ours)",
        "found means a median relative loss below a bound; units and products are cut by folding"
        " them into the others (ours: in print those with weights 0 are left out)",
    ),
    subject=Least(),
    checks=(check_pruning, check_pruning_of_the_paper),
    mutants=(
        Mutant("no-queries", Least(units=lambda d: d * (d + 1) // 2), "key-values alone"),
        Mutant("unit-more", Least(units=lambda d: least_hidden(d, d, d) + 1)),
        Mutant("all-pairs", Least(products=lambda d: d * d), "no sharing of v_i k_j and v_j k_i"),
        Mutant("product-fewer", Least(products=lambda d: least_products(d, d, d) - 1)),
    ),
    expect=Verdict.HOLDS,
    notes="With d = 2 the weight decay is 0.03 instead of 1e-4, so that what is superfluous goes to"
    " 0 within 8,000 steps.",
)
