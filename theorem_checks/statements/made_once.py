"""Properties that are made once for each object, and kept in it.

As `functools.cached_property`, but without its lock, which Python 3.11 takes each time that one is
made: terms and expressions are made by the million, and asked for their parts once.
"""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

__all__ = ["made_once"]

T = TypeVar("T")


class made_once(Generic[T]):  # noqa: N801 (a decorator)
    """A property that is made when it is first asked for; what is kept is in the object's own."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, one: None, owner: type | None = None) -> Self: ...

    @overload
    def __get__(self, one: object, owner: type | None = None) -> T: ...

    def __get__(self, one: Any, owner: type | None = None) -> Self | T:
        if one is None:
            return self
        made = one.__dict__[self._name] = self._make(one)  # where Python looks first the next time
        return made
