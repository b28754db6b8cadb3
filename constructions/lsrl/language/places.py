"""Where in the user's source a node was written, for messages and drawings."""

import linecache
import sys
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Place", "place_of_caller"]

_NOT_THE_USER = (
    "constructions.lsrl.language",
    "constructions.lsrl.helpers",
    "constructions.lsrl.compiler",
    "constructions.lsrl.targets",
    "jaxtyping",
)


@dataclass(frozen=True)
class Place:
    """A line of a source file."""

    file: str
    line: int

    @property
    def text(self) -> str:
        """The line itself, if the file can be read; cut off where it is long."""
        text = linecache.getline(self.file, self.line).strip()
        return text if len(text) <= 60 else text[:57] + "..."

    def __str__(self) -> str:
        name = Path(self.file).name
        return f"{name}, line {self.line}" + (f" `{self.text}`" if self.text else "")


def place_of_caller() -> Place | None:
    """Return the innermost line on the stack outside the language, its helpers and compilers."""
    frame = sys._getframe(1)
    while frame is not None:
        module, file = frame.f_globals.get("__name__", ""), frame.f_code.co_filename
        # beartype wraps functions in generated ones, in files such as '<@beartype(...)>'
        if not module.startswith(_NOT_THE_USER) and not file.startswith("<@"):
            return Place(file, frame.f_lineno)
        frame = frame.f_back
    return None
