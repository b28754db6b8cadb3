"""What an author is told who calls a world with an argument that it lacks, or without one."""

import inspect
import re

from theorem_checks.errors import CheckError, nearest
from theorem_checks.statements.worlds.world import World

__all__ = ["told_of_call"]

_WRONG = re.compile(
    r"\w+\.(?P<called>[a-z]\w*)\(\) (?P<what>got an unexpected keyword argument '(?P<name>\w+)'"
    r"|missing \d+ required .*|takes .* positional arguments? .*)"
)
_ENDS = ("least", "first", "low", "from_", "begin", "since")
"""What others call the first integer that a statement or a sequence begins with."""


def told_of_call(error: Exception, world: World) -> CheckError | None:
    """A wrong call of a method of a world, with what it takes; None for other errors.

    Its traceback is that of the error, so that the line in the author's code is told as well.
    """
    found = _WRONG.match(str(error)) if isinstance(error, TypeError) else None
    method = found and getattr(type(world), found["called"], None)
    if found is None or not inspect.isfunction(method):
        return None
    parameters = [*inspect.signature(method).parameters.values()][1:]
    names = [one.name for one in parameters]
    taken = inspect.Signature([one.replace(annotation=one.empty) for one in parameters])
    called, wrong = f"w.{found['called']}", found["name"]
    if wrong is not None:
        said = f"{called} has no argument {wrong!r}"
    elif found["what"].startswith("takes"):
        said = f"{called} was called with more arguments than it takes by their place"
    else:
        said = f"{called} is {found['what'].rstrip('.')}"
    near = nearest(wrong or "", names) if wrong else ""
    if wrong in _ENDS and "start" in names:
        near = " The first integer is `start`, as in start=1."
    told = CheckError(f"{said}.{near} It is called as {called}{taken}.")
    return told.with_traceback(error.__traceback__)
