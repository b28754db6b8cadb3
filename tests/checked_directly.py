"""What beartype makes of a function takes the same arguments by name, and hands them on so.

It takes any, `*args, **kwargs`, and looks for each there. Most functions take few and run shortly,
so that to hand them on takes longer than to check them: a twentieth of the time of proofs. What is
checked stays as beartype wrote it.
"""

import builtins
import re
from collections.abc import Callable
from functools import wraps
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import CodeType, FunctionType
from typing import Any

from beartype._decor._nontype import decornontype

__all__ = ["FUNCTION", "give_defaults", "hand_arguments_on_by_name"]

__arithmetic__ = True  # which is not looked into where an author's code is watched
FUNCTION = "__beartype_func"  # how what beartype makes calls that which it checks

_TAKEN = re.compile(
    r"__beartype_pith_0 = (?:\(\s*args\[(\d+)\] if __beartype_args_len > \1 else\s*)?"
    r"kwargs\.get\('(?P<name>\w+)', __beartype_get_violation\)(?:\s*\))?"
    r"(?P<between>\s*(?:#.*\n\s*)*)if __beartype_pith_0 is not __beartype_get_violation:"
)
_BY_PLACE = re.compile(
    r"if __beartype_args_len > (\d+):((?:\s*#.*\n)*\s*)__beartype_pith_0 = args\[\1\]"
)
_LENGTH = re.compile(r"^ *__beartype_args_len = len\(args\)$", re.MULTILINE)
_DEFAULT = "__beartype_default_of_"  # where the default of an argument lies, which is not checked
_LEFT = re.compile(r"\b(?:args|kwargs|__beartype_args_len)\b")
_COMMENT = re.compile(r"^ *#.*$|  #.*$|, # .*$", re.MULTILINE)
_BEFORE, _AFTER, _CALL = "    *args,\n", "    **kwargs\n", "__beartype_func(*args, **kwargs)"


def hand_arguments_on_by_name() -> None:
    """Have beartype do so from now on, where it is known how."""
    make: Callable[..., Any] = vars(decornontype)["make_func"]

    @wraps(make)
    def made(*, func_code: str, func_locals: dict[str, Any], **more: Any) -> Any:
        checked = func_locals.get(FUNCTION)
        if not isinstance(checked, FunctionType) or (code := _by_name(func_code, checked)) is None:
            return make(func_code=func_code, func_locals=func_locals, **more)
        function = make(func_code=code, func_locals=func_locals, **more)
        give_defaults(function, checked)
        return function

    setattr(decornontype, "make_func", made)  # noqa: B010 (which it does not export)


def _by_name(text: str, checked: FunctionType) -> str | None:
    """The code of what checks a function, with its arguments; None where it is left as it is."""
    code = checked.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    if code.co_flags & (CO_VARARGS | CO_VARKEYWORDS) or hasattr(checked, "__wrapped__"):
        return None
    if any(hasattr(builtins, name) or name in ("args", "kwargs") for name in names):
        return None  # what checks calls these
    if any(text.count(part) != 1 for part in (_BEFORE, _AFTER, _CALL)):
        return None
    taken, handed = _signature(code, names, checked)
    defaults = _defaults(checked)

    def given(found: re.Match[str]) -> str:
        name = found["name"]
        condition = f"__beartype_pith_0 is not {_DEFAULT}{name}" if name in defaults else "True"
        return f"__beartype_pith_0 = {name}{found['between']}if {condition}:"

    text = text.replace(_BEFORE, f"    {taken}\n").replace(_AFTER, "")
    text = text.replace(_CALL, f"{FUNCTION}({handed})")
    text = _LENGTH.sub("", _TAKEN.sub(given, text))
    text = _BY_PLACE.sub(lambda m: f"if True:{m[2]}__beartype_pith_0 = {names[int(m[1])]}", text)
    return None if _LEFT.search(_COMMENT.sub("", text)) else text


def _signature(code: CodeType, names: tuple[str, ...], checked: FunctionType) -> tuple[str, str]:
    """What a function takes, up to what is beartype's own, and how that is handed on to it."""
    by_place, alone = names[: code.co_argcount], names[code.co_argcount :]
    defaults = _defaults(checked)
    taken = [f"{name}=None" if name in defaults else name for name in by_place]
    if code.co_posonlyargcount:
        taken.insert(code.co_posonlyargcount, "/")
    taken += ["*", *(f"{name}=None" if name in defaults else name for name in alone)]
    taken += [f"{_DEFAULT}{name}=None" for name in defaults]
    handed = [*by_place, *(f"{name}={name}" for name in alone)]
    return ", ".join(taken) + ",", ", ".join(handed)


def _defaults(function: FunctionType) -> dict[str, Any]:
    code, by_place = function.__code__, function.__defaults__ or ()
    names = code.co_varnames[code.co_argcount - len(by_place) : code.co_argcount]
    return dict(zip(names, by_place, strict=True)) | (function.__kwdefaults__ or {})


def give_defaults(function: FunctionType, checked: FunctionType) -> None:
    """Let what checks another function have its defaults, if it takes its arguments by name."""
    names = function.__code__.co_varnames
    defaults = _defaults(checked)
    if not all(f"{_DEFAULT}{name}" in names for name in defaults):
        return
    function.__defaults__ = checked.__defaults__
    function.__kwdefaults__ = {
        **(function.__kwdefaults__ or {}),
        **(checked.__kwdefaults__ or {}),
        **{f"{_DEFAULT}{name}": value for name, value in defaults.items()},
    }
