"""Every deep experiment can be begun, and what comes after its training can be done.

Its programs are lowered at full size, and nothing is trained: where a check trains, it gets a run
of the right shapes, filled with random numbers, and makes some Evidence of it. Only how many fresh
sequences trained networks are tried on is less.
"""

import importlib
from pathlib import Path

import jax
import numpy as np
import pytest

import proofs
import theorem_checks
from proofs.sparse_attention.experiments.table_3 import (
    MNIST,
    PAIRS,
    PTB,
    check_digits,
    check_text,
)
from proofs.sparse_attention.experiments.user_files import DIGIT_FILES, TEXT_FILES
from theorem_checks import Claim, Evidence, TrainingRun
from theorem_checks.checks import Tier
from theorem_checks.training.training import _Prepared

pytestmark = pytest.mark.deep

PROOFS = Path(proofs.__file__).parent
UNTRAINED = {"attention_memory", "memory", "rounded_paths", "sensitivity", "weight_noise"}
DEEP = [
    path
    for path in sorted(PROOFS.glob("*/experiments/*.py"))
    if path.stem not in UNTRAINED and 'tier="deep"' in path.read_text()
]
TRIED = {
    "gated_rnn.experiments.contests.TESTS": 8,
    "gated_rnn.experiments.pruning.SEQUENCES": 1,
    "sparse_attention.experiments.gradient_norms.SEQUENCES": 1,
}


def rehearsed(experiment, **_):
    """Lower the programs of an experiment; return a run of random numbers."""
    with jax.enable_x64(experiment.x64), jax.default_matmul_precision("highest"):
        prepared = _Prepared(experiment)
    rng = np.random.default_rng(int(prepared.fingerprint[:8], 16))
    seeds = len(experiment.seeds)
    shape, after = (experiment.members.count // seeds, seeds), experiment.records + 1

    def drawn(like, *middle):
        found = rng.uniform(0.1, 0.9, (*shape, *middle, *like.shape[1:]))
        return found.astype(like.dtype)

    return TrainingRun(
        name=experiment.name,
        fingerprint=prepared.fingerprint,
        seeds=tuple(experiment.seeds),
        loss=rng.uniform(0.1, 0.9, (*shape, experiment.records)),
        steps=np.arange(after) * experiment.record_every,
        measured={name: drawn(like, after) for name, like in prepared.measured.items()},
        params=jax.tree.map(drawn, prepared.states.params),
    )


def deep_checks(path):
    """Return pairs of claim and check."""
    name = ".".join(("proofs", *path.relative_to(PROOFS).with_suffix("").parts))
    claims = [one for one in vars(importlib.import_module(name)).values() if isinstance(one, Claim)]
    return [(one, check) for one in claims for check in one.checks if check.tier is Tier.DEEP]


def rehearse(monkeypatch):
    """Put `rehearsed` in the place of `train_in_check`, and try networks on few sequences."""
    monkeypatch.setattr(theorem_checks, "trained", rehearsed)
    for place, count in TRIED.items():
        monkeypatch.setattr(f"proofs.{place}", count)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("path", DEEP, ids=[f"{p.parts[-3]}-{p.stem}" for p in DEEP])
def test_deep_experiments_can_be_begun_and_ended(path, monkeypatch):
    rehearse(monkeypatch)
    for claim, check in deep_checks(path):
        evidence = check(claim.subject, seed=0)
        assert isinstance(evidence, Evidence)
        assert evidence.scope


@pytest.mark.timeout(1800)
def test_table_3_can_be_begun_and_ended_with_files_of_random_content(tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    for name, axes in DIGIT_FILES.values():
        content = rng.integers(0, 10, (100, 28, 28)[:axes]).astype(np.uint8)
        head = bytes((0, 0, 8, axes)) + b"".join(n.to_bytes(4, "big") for n in content.shape)
        (tmp_path / name).write_bytes(head + content.tobytes())
    for file in TEXT_FILES:
        (tmp_path / file).write_text("a quick brown fox, some 50 characters\n" * 100)
    rehearse(monkeypatch)
    for variable, check in ((MNIST, check_digits), (PTB, check_text)):
        monkeypatch.setenv(variable, str(tmp_path))
        assert check(PAIRS, seed=0).scope
