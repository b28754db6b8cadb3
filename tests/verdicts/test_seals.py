"""Statements have the digest of what they say, whatever was kept of others that are gone."""

import hashlib
import json
import random

from theorem_checks.verdicts import seals


def tree(source, depth):
    """Nested tuples of strings, so deep at the most."""
    return tuple(
        tree(source, depth - 1)
        if depth and source.random() < 0.8
        else str(source.randint(0, 10**9))
        for _ in range(3)
    )


def digest(data):
    return hashlib.blake2b(json.dumps(data).encode(), digest_size=16).hexdigest()


def test_a_tree_in_the_place_of_another_one_has_its_own_key(monkeypatch):
    monkeypatch.setattr(seals, "_MOST_SEEN", 5)  # so that trees are forgotten as they are walked
    monkeypatch.setattr(seals, "_seen", {})
    monkeypatch.setattr(seals, "_texts", {})
    source = random.Random(1)
    for _ in range(20_000):
        data = tree(source, source.choice((1, 1, 1, 2, 3)))  # the last one may be gone
        assert seals.key_of(data) == digest(data)


def test_what_is_kept_is_forgotten_where_it_is_too_much(monkeypatch):
    monkeypatch.setattr(seals, "_MOST_LETTERS", 500)
    monkeypatch.setattr(seals, "_texts", {})
    source, held = random.Random(2), []
    for _ in range(500):
        held.append(tree(source, 4))
        assert seals.key_of(held[-1]) == digest(held[-1])
        assert seals.key_of(held[0]) == digest(held[0])
    assert len(seals._texts) < 100
