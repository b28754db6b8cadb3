r"""Figure 2B, App. B.2: the products of a trained student that mix key-values and queries.

In print 13 products are left, of which three mix key-values and queries. The kernels by which these
enter the four outputs are proportional to one, that of a single product, so that 11 are left (10
are the least). No network is like that because it is attention: mixed products may leave kernels
that are not proportional (gated-rnn/new-b2-readouts), or of rank 2 (gated-rnn/new-b2-forced), and
then they are no single product. What has to be is that the terms of two key-values and of two
queries cancel. Students are trained, cut to as many units and products as in print, and trained on.

A product is **mixed** if more than `OFF` of the norm of its kernel is not between key-values and
queries. Kernels are **those of one product** if no more than `OFF` of their norm is left beside the
nearest that are: the best single product in the place of the mixed ones would not do more to the
outputs than that part of what the mixed ones add. `OFF` is the tolerance of Figure 2A. The error
that the student has anyhow, its root relative loss as a share of what the mixed products add, is
far smaller; it stands beside the shares.
"""

from dataclasses import dataclass
from typing import Any, Literal

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.experiments.mixed import Mixed, Scaled, find_mixed, remaining
from proofs.gated_rnn.experiments.pruning import Cutting, cut
from proofs.gated_rnn.experiments.structure import OFF
from proofs.gated_rnn.experiments.teacher import Plan
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_any_ranks import least_hidden
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_products import least_products
from theorem_checks import Claim, Control, Evidence, Matrix, Mutant, Source, Verdict, check

FIGURE = Source(PAPER, "App. B.2, Figure 2B")
MORE = 3  # products beyond the least number, as in print: 13 for d = 4


@dataclass(frozen=True)
class ResidualProducts:
    """What mixed products are said to leave.

    `single`: the kernels of one product, in at least half of the students. `cancels`: where there
    are mixed products, the terms of all products that cancel, those of two of a kind ("within") or
    of one of each ("between").
    """

    single: bool = False
    cancels: Literal["within", "between"] = "within"


def sizes(d: int) -> tuple[int, int]:
    """Return the least number of units, and three products more than the least number."""
    return least_hidden(d, d, d), least_products(d, d, d) + MORE


def residual_products(claimed: ResidualProducts, seed: int, cutting: Cutting) -> Evidence:
    """Train students, cut them to the printed numbers, and look at what mixed products leave."""
    import numpy as np

    from theorem_checks import experiment_evidence, summarise_seeds

    done = cut(cutting, seed, f"gated-rnn-residual-products-{cutting.plan.d}")
    losses, xs = done.tuned[0], cutting.sequences(seed)
    networks = [Scaled.of(params, xs) for params in done.networks[0]]
    found = [find_mixed(network, OFF) for network in networks]
    with_mixed = [remaining(one) for one, mixed in zip(networks, found, strict=True) if mixed]
    if not with_mixed and not claimed.single:
        return Evidence.vacuous(f"No student has mixed products. {cutting}")
    pairs = np.reshape(with_mixed, (-1, 2))
    left = {"within": pairs[:, 0], "between": pairs[:, 1]} if with_mixed else {}
    merge = sum(
        one is not None and one.single <= OFF and loss <= cutting.found
        for one, loss in zip(found, losses, strict=True)
    )
    seen: dict[str, bool] = {}
    if left:
        words = f"where products are mixed, terms {claimed.cancels} the kinds cancel but for {OFF}"
        seen[f"{words} (median)"] = bool(np.median(left[claimed.cancels]) <= OFF)
    if claimed.single:
        words = "in at least half of the students mixed products leave the kernels of one product"
        seen[f"{words}, the loss at most {cutting.found}"] = 2 * merge >= len(found)
    return experiment_evidence(
        seen,
        scope=f"{cutting}; cut to {cutting.cuts[0]} units and products",
        predicted="terms of two key-values, and of two queries, cancel; mixed products may leave"
        " kernels of any number of products",
        printed="d = 4, one student: 13 products, three of them mixed, which leave the kernels of"
        " one product, so that 11 are left",
        ours={
            "students in which they leave the kernels of one product": f"{merge} of {len(found)}",
            "mixed products, by student": ", ".join(str(one.count if one else 0) for one in found),
            "share not proportional": _listed(found, "proportional"),
            "share not of one product": _listed(found, "single"),
            "share that the student's error would explain": _explained(found, losses),
            "squared change of the outputs by merging": _listed(found, "change"),
            **{
                f"terms {kind} the kinds that are left": summarise_seeds(v)
                for kind, v in left.items()
            },
            "relative loss": summarise_seeds(losses),
        },
        panels=pictures(networks, found),
        runs=done.runs,
    )


def _listed(found: list[Mixed | None], name: str) -> str:
    """One number for each student, '-' where there are no mixed products."""
    return ", ".join(f"{getattr(one, name):.2g}" if one else "-" for one in found)


def _explained(found: list[Mixed | None], losses: Any) -> str:
    shares = [
        loss**0.5 / one.size if one else None for one, loss in zip(found, losses, strict=True)
    ]
    return ", ".join("-" if share is None else f"{share:.2g}" for share in shares)


def pictures(networks: list[Scaled], found: list[Mixed | None]) -> list[Matrix]:
    """Return, as in Figure 2B, the student whose mixed products are nearest to one product.

    Of the two forms of a product, W_m has the one that reads key-values more.
    """
    import numpy as np

    chosen = int(np.argmin([one.single if one else np.inf for one in found]))
    network, nearest = networks[chosen], found[chosen]
    order = np.argsort(network.within(network.kernels))
    gates = network.first[order], network.second[order]
    reads = [np.linalg.norm(gate[:, : network.stored], axis=1) for gate in gates]
    rests = [np.linalg.norm(gate[:, network.stored :], axis=1) for gate in gates]
    turned = (reads[0] * rests[1] < reads[1] * rests[0])[:, None]
    marks = {"x": "units", "y": "products, mixed ones last", "cuts": [network.stored]}
    rows = [len(order) - (nearest.count if nearest else 0)]
    panels = [
        Matrix("output gate, W_m", np.where(turned, *gates[::-1]), row_cuts=rows, **marks),
        Matrix("output gate, W_x", np.where(turned, *gates), row_cuts=rows, **marks),
    ]
    if nearest:
        panels += [
            Matrix(f"mixed products, kernel of output {i + 1}", kernel, "queries", "key-values")
            for i, kernel in enumerate(nearest.kernels)
        ]
    return panels


SMALL = Plan(d=4, times=6, count=5, steps=20_000, batch=32, peak=1e-2, decay=0.03)


@check("experiment", seconds=1800)
def check_residual_products(claimed, *, seed):
    """Short sequences; trained on with the printed weight decay."""
    return residual_products(
        claimed, seed, Cutting(SMALL, 32, (sizes(4),), 20_000, 3e-3, 0.005, 0.3)
    )


@check("experiment", seconds=1800)
def check_residual_products_with_decay(claimed, *, seed):
    """Short sequences; trained on longer, with a weight decay that makes products pure."""
    more = Cutting(SMALL, 32, (sizes(4),), 40_000, 1e-2, 0.005, 0.3, decay=0.03)
    return residual_products(claimed, seed, more)


@check("experiment", tier="deep", seconds=14 * 86_400, memory_mb=65_536)
def check_residual_products_of_the_paper(claimed, *, seed):
    """The paper's sizes: 14 units and 13 products."""
    plan = Plan(d=4, times=32, count=4, steps=781_250, batch=64, peak=1e-3)
    return residual_products(
        claimed, seed, Cutting(plan, 100, (sizes(4),), 100_000, 1e-3, 1e-4, 0.01)
    )


ASSUMED = (
    "inputs standard Gaussian; weights of the teacher Gaussian, of variance 1/d (ours)",
    "units and products are cut by folding them into the others (ours: in print those with weights"
    " 0 are left out)",
    f"mixed, and kernels of one product: a share of {OFF} of a norm decides",
)

printed = Claim(
    id="gated-rnn/fig2b",
    covers=("gated-rnn/b2-proportional",),
    title="The kernels of the last, mixed products are proportional, and those of one product",
    source=FIGURE,
    statement=r"\sum_{j \text{ mixed}} D_{ij} W_{m,j}^\top W_{x,j} = c_i\, a b^\top,\quad"
    r" a \text{ reads key-values},\; b \text{ queries}",
    assumptions=ASSUMED,
    subject=ResidualProducts(single=True),
    checks=(check_residual_products_of_the_paper,),
    mutants=(
        Mutant("crossing", ResidualProducts(single=True, cancels="between"), "the wrong blocks"),
    ),
    expect=Verdict.HOLDS,
    notes="Of one student in print, here of at least half of four. It takes an accelerator, and has"
    " not been run; in students trained briefly it is refuted (gated-rnn/new-fig2b-small). That a"
    " product into which others merge reads one key-value and one query follows from the function"
    " (gated-rnn/new-b2-cross); that they merge does not (gated-rnn/new-b2-forced).",
)

small = Claim(
    id="gated-rnn/new-fig2b-small",
    title="Half of briefly trained students have mixed products, with the kernels of one product",
    source=FIGURE,
    statement=printed.statement,
    assumptions=(*ASSUMED, "d = 4, six tokens, 20,000 steps, and 20,000 or 40,000 when cut"),
    subject=ResidualProducts(single=True),
    checks=(check_residual_products, check_residual_products_with_decay),
    controls=(Control("cancel", ResidualProducts(), "their terms of two of a kind cancel"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/new-fig2b-cancel",
    notes="Not proved: this is what training showed, in two runs of five students each. With the"
    " printed weight decay all had 4 to 11 mixed products of 13, and a third to two thirds of the"
    " norm of what they leave was beside one product. With a larger one five of ten had none: their"
    " 13 pure products need not merge (gated-rnn/new-b2-stuck). Five had two mixed products. Of"
    " these, three had kernels proportional to within the student's error, as two products"
    " have to (gated-rnn/new-b2-readouts), but of rank 2 (gated-rnn/new-b2-turned); one came near a"
    " single product, with a tenth of the norm beside it; one was a remnant.",
    new=True,
)

cancelling = Claim(
    id="gated-rnn/new-fig2b-cancel",
    title="In trained students the terms of two key-values, and of two queries, cancel",
    source=FIGURE,
    statement=r"\|\sum_j D_{ij} K_j|_{kk, qq}\| \ll"
    r" \Big(\sum_j \|D_{ij} K_j|_{kk, qq}\|^2\Big)^{1/2}",
    assumptions=(*ASSUMED, "d = 4, six tokens, 20,000 steps, and 20,000 when cut"),
    subject=ResidualProducts(),
    checks=(check_residual_products,),
    mutants=(
        Mutant("crossing", ResidualProducts(cancels="between"), "terms of one of each kind cancel"),
        Mutant("one-product", ResidualProducts(single=True), "mixed products become one"),
    ),
    expect=Verdict.HOLDS,
    repairs=("gated-rnn/new-fig2b-small",),
    new=True,
)
