"""Functions within functions get the checks of their types once, not each time they are made."""

from collections.abc import Callable
from functools import update_wrapper
from types import CodeType, FunctionType
from typing import Any

from beartype import BeartypeConf
from beartype.claw._ast import _clawaststar

from tests.checked_directly import FUNCTION, give_defaults

__all__ = ["check_inner_functions_once"]

__arithmetic__ = True  # which is not looked into where an author's code is watched

_Decorator = Callable[[Any], Any]
_Made = tuple[CodeType | None, dict[str, Any], Any]
"""The code of a function, its annotations, and what was made of it."""


def check_inner_functions_once() -> None:
    """Have the import hooks of beartype decorate anew only what is annotated in another way.

    Each run of a function defines those within it again, and to decorate one takes longer than most
    of them run: a tenth of the time of the tests.
    """
    decorated = _clawaststar.__beartype__
    by_settings: dict[BeartypeConf, _Decorator] = {}

    def decorating(*, conf: BeartypeConf) -> _Decorator:
        if conf not in by_settings:
            by_settings[conf] = _once(decorated(conf=conf))
        return by_settings[conf]

    _clawaststar.__beartype__ = decorating


def _once(decorated: _Decorator) -> _Decorator:
    known: dict[int, _Made] = {}  # by the place of the code: two files may hold equal ones

    def checked(defined: Any) -> Any:
        if type(defined) is not FunctionType or "<locals>" not in defined.__qualname__:
            return decorated(defined)
        code = defined.__code__
        _, annotations, made = known.get(id(code), (None, {}, None))
        if made is not None and annotations == defined.__annotations__:
            return _made_alike(made, defined)
        made = decorated(defined)
        named = any(isinstance(hint, str) for hint in defined.__annotations__.values())
        alike = made is defined or FUNCTION in (getattr(made, "__kwdefaults__", None) or {})
        if alike and not named:  # a name may mean another type next time
            known[id(code)] = (code, dict(defined.__annotations__), made)
        return made

    return checked


def _made_alike(made: Any, defined: FunctionType) -> Any:
    """What beartype would make of a function, by what it made of one with the same code."""
    handed = made.__kwdefaults__ or {}
    if FUNCTION not in handed:
        return defined  # there was nothing to check
    copy = FunctionType(
        made.__code__, made.__globals__, made.__name__, made.__defaults__, made.__closure__
    )
    copy.__kwdefaults__ = {**handed, FUNCTION: defined}
    give_defaults(copy, defined)
    copy.__dict__.update(made.__dict__)
    return update_wrapper(copy, defined)
