"""How what ran in a process of its own came to a bad end."""

__all__ = ["Lost"]


class Lost(Exception):  # noqa: N818 (an end, not an error: a check may have earned it)
    """What ran in a process came to a bad end, or was brought to it: 'was killed ...'.

    `by_itself` is true if it was not stopped at a limit.
    """

    def __init__(self, how: str, *, by_itself: bool = False) -> None:
        super().__init__(how)
        self.by_itself = by_itself
