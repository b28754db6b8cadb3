"""The hypotheses that base or step of an induction needs, of all that it is handed.

An induction hands its base and step what is assumed of all integers, at each integer that they
might need. Which of these they do need is found by proving them again without.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from theorem_checks.errors import TheoremChecksError
from theorem_checks.proving.induction.by_induction import is_decided_in
from theorem_checks.proving.rules.rewriting import under_hypotheses
from theorem_checks.statements.conclusions import All, Conclusion

__all__ = ["attempts_counted", "enough_for", "needed_of"]

RULES = ("arithmetic", "assuming", "bound indices", "rewriting")
"""The rules of what is decided by hypotheses at once, and is proved again with fewer."""

STEPS = 300_000
"""How many steps the solver may take to prove it without some: the same on every machine."""

ATTEMPTS = 40
"""How often that is tried."""

MOST = 60

IN_ALL = 200
"""How often in one derivation: what comes after that has all hypotheses that it was handed."""

_left: ContextVar[list[int] | None] = ContextVar("left", default=None)


@contextmanager
def attempts_counted() -> Iterator[None]:
    """Within it, what is proved again with fewer hypotheses is so `IN_ALL` times at the most."""
    token = _left.set([IN_ALL])
    try:
        yield
    finally:
        _left.reset(token)


def _has_attempts() -> bool:
    """Whether one more attempt may be made, which is counted."""
    left = _left.get()
    if left is None:
        return True
    left[0] -= 1
    return left[0] >= 0


def needed_of(
    known: Sequence[Conclusion], others: Sequence[Conclusion], body: Conclusion, rule: str
) -> Sequence[Conclusion]:
    """Some of the hypotheses that are enough, with the others, for the body; the last go first.

    All of them where a rule has concluded it that takes none by itself.
    """
    if rule not in RULES or not 0 < len(known) <= MOST:
        return known
    needed, attempts, size = list(known), 0, len(known)
    while size:
        for end in range(len(needed), 0, -size):  # many at once, then fewer
            rest = [*needed[: max(0, end - size)], *needed[end:]]
            tries = attempts < ATTEMPTS and _has_attempts()
            if tries and _is_proved((*rest, *others), body):
                needed = rest
            attempts += 1
        size //= 2
    return needed


def enough_for(known: Sequence[Conclusion], body: Conclusion) -> Sequence[Conclusion] | None:
    """Some of what is known that is enough for the body; None where it is not seen at once."""
    if len(known) > MOST or not _has_attempts() or not _is_proved(known, body):
        return None
    return needed_of(known, (), body, RULES[0])


def _is_proved(hypotheses: Sequence[Conclusion], body: Conclusion) -> bool:
    """Whether the body follows, at once or part by part, each part from those before it too."""
    try:
        if is_decided_in(under_hypotheses(hypotheses, body), STEPS):
            return True
    except TheoremChecksError:  # without it something has no value
        return False
    parts = body.parts if isinstance(body, All) else ()
    return bool(parts) and all(
        _is_proved((*hypotheses, *parts[:place]), part) for place, part in enumerate(parts)
    )
