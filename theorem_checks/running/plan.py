"""What has to be run: one job for each claim, check and subject."""

import hashlib
import math
from dataclasses import replace

from theorem_checks.checks import Check, Tier
from theorem_checks.claims import Claim
from theorem_checks.errors import ArgumentError, require_integer
from theorem_checks.running.catalogue import Catalogue, Found
from theorem_checks.running.experiments import in_part
from theorem_checks.running.fingerprint import Fingerprints
from theorem_checks.running.job import Job
from theorem_checks.running.kept_sources import sources_kept

__all__ = ["Job", "derived_seed", "in_tier", "plan"]

MOST_SECONDS = 366 * 86_400  # a limit of `math.inf` comes to these
MOST_MEMORY_MB = 2**40


def plan(
    catalogue: Catalogue,
    *,
    tier: str = Tier.QUICK,
    seed: int = 0,
    experiments: bool = False,
    fingerprints: Fingerprints | None = None,
) -> tuple[Job, ...]:
    """Return the jobs that a run consists of, in the order of the catalogue.

    Each check of the tier runs on the claim's own subject, on every mutant that it kills and on
    every control; one that carries the verdict of a proof, on every late mutant, too.

    **Arguments**: `tier`, 'quick' for the quick checks alone, 'deep' for all; `seed` of the run,
    from which the seed of each check that draws samples is derived; `experiments`, whether the
    checks of kind `experiment` are run, instead of all others; `fingerprints` that know the code
    as it was read for an earlier plan, new ones if None.

    **Raises** `ArgumentError` for an unknown tier or a seed that is no integer.
    """
    require_integer("seed", seed)
    fingerprints = fingerprints or Fingerprints()
    jobs = []
    for found in catalogue.found.values():
        for check in found.claim.checks:
            if in_tier(check, tier) and in_part(check, experiments=experiments):
                jobs += jobs_of(found, check, seed)
    with sources_kept():
        return tuple(_complete(job, fingerprints) for job in jobs)


def in_tier(check: Check, tier: str) -> bool:
    """Whether a check runs in a tier: quick ones always, deep ones when asked for."""
    if tier not in list(Tier):
        raise ArgumentError("tier", tier, f"one of {', '.join(Tier)}")
    return check.tier is Tier.QUICK or Tier(tier) is Tier.DEEP


def derived_seed(seed: int, claim_id: str, check_name: str) -> int:
    """The seed of one check, below 2^32, from the seed of the run by SHA-256.

    It depends on nothing else, so neither order nor selection changes it; the check's mutants
    and controls see the same draws as the claim.
    """
    text = f"{seed}\0{claim_id}\0{check_name}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def jobs_of(found: Found, check: Check, seed: int) -> list[Job]:
    """The jobs of one check: the claim, the mutants that it has to kill, and the controls."""
    claim = found.claim
    return [
        Job(
            claim=claim.id,
            check=check.name,
            variant=variant,
            kind=check.kind,
            tier=check.tier,
            seconds=float(min(check.seconds, MOST_SECONDS)),
            memory_mb=math.ceil(min(check.memory_mb, MOST_MEMORY_MB)),
            seed=derived_seed(seed, claim.id, check.name) if check.kind.draws else None,
            origin=found.origin,
            argument=check.argument,
        )
        for variant in _variants(claim, check)
    ]


def _complete(job: Job, fingerprints: Fingerprints) -> Job:
    key = fingerprints.key(job.origin, job.question)
    return replace(job, key=key, versions=tuple(fingerprints.versions(job.origin).items()))


def _variants(claim: Claim, check: Check) -> list[str]:
    mutants = [f"mutant:{name}" for name in check.kills or ()]
    if check.concludes or (check.kind.can_prove and claim.says is None):
        mutants += [f"late:{late.name}" for late in claim.late]
    return ["claim", *mutants, *(f"control:{control.name}" for control in claim.controls)]
