"""The plan in one pass: units in stages of one kind, of which the kinds come in blocks.

Kinds are numbers: 0 for ReLUs, 1 for products, 2 for states. The block 0, 1, 2, 0, 1 is repeated,
and each unit is placed in the first stage of its kind behind what it needs; states may need states
of their own stage. Any two kinds, but two states, stand in the block one after the other, so that
five stages take two levels off every way (`lsrl/new-stages-in-blocks`).
"""

__all__ = ["in_blocks"]


def in_blocks(kinds: tuple[int, ...], needs: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return the stage of each unit, given its kind, and which units before it it needs."""
    places: tuple[int, ...] = ()
    for kind, some in zip(kinds, needs, strict=False):
        places = (*places, next_place(kind, start_of_unit(kind, some, kinds, places)))
    return places


def start_of_unit(
    kind: int, some: tuple[int, ...], kinds: tuple[int, ...], places: tuple[int, ...]
) -> int:
    """Return the first stage in which all that a unit needs is there."""
    return max(
        (behind(kind, number_at(kinds, i), number_at(places, i)) for i in some if i < len(places)),
        default=0,
    )


def behind(kind: int, before: int, place: int) -> int:
    """Return the first stage for a unit that needs one of a kind in a stage."""
    return place if kind == 2 and before == 2 else place + 1


def number_at(numbers: tuple[int, ...], i: int) -> int:
    """Return a number of several, and 0 for one that is not there."""
    return numbers[i] if i < len(numbers) else 0


def next_place(kind: int, start: int) -> int:
    """Return the first stage of a kind from a stage on."""
    return start + gap(kind, start % 5)


def gap(kind: int, turn: int) -> int:
    """Return how many stages there are before one of a kind, from a turn of the block on."""
    waits = (0, 2, 1, 0, 1) if kind == 0 else ((1, 0, 2, 1, 0) if kind == 1 else (2, 1, 0, 4, 3))
    return number_at(waits, turn)
