"""Consoles for standard output and standard error that cope with any terminal.

What claims and checks say is text, and must do nothing to a terminal: control characters, the
start of escape sequences among them, and marks that turn the direction of writing or cannot be
seen, are shown as escapes.
"""

import contextlib
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from typing import TextIO

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderableType, RenderHook
from rich.segment import Segment

__all__ = ["console", "error_console", "harmless"]

_HARMFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)

WIDTH_OF_FILES = 120  # for output that goes into a file or a pipe, where COLUMNS is not set


def console() -> Console:
    """Return a console on standard output, as it is now."""
    return _console(sys.stdout)


def error_console() -> Console:
    """Return a console on standard error, as it is now."""
    return _console(sys.stderr)


def _console(stream: TextIO) -> Console:
    with contextlib.suppress(AttributeError, io.UnsupportedOperation):
        # What the encoding lacks is written as an escape; it must not end the program.
        stream.reconfigure(errors="backslashreplace")  # pyright: ignore[reportAttributeAccessIssue]
    made = Console(file=stream, highlight=False, markup=False, emoji=False)
    made.push_render_hook(_Harmless())
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = WIDTH_OF_FILES
    return made


def harmless(text: str) -> str:
    """Return a text with escapes for what does something to a terminal, but for ends of lines."""
    return _HARMFUL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class _Harmless(RenderHook):
    """Makes all text that is printed harmless; what the console itself does with it stays."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Escaped(one) for one in renderables]


class _Escaped:
    def __init__(self, inner: RenderableType) -> None:
        self._inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterable[Segment]:
        found = (
            Segment(text if control else harmless(text), style, control)
            for text, style, control in console.render(self._inner, options)
        )
        return found if console.is_terminal else _without_blank_ends(found)


def _without_blank_ends(segments: Iterable[Segment]) -> Iterator[Segment]:
    """What is printed, without the blanks with which tables fill lines, for files and pipes."""
    blanks: list[Segment] = []  # which are printed if something follows in the line
    for text, style, control in segments:
        for piece in (text,) if control else re.split(r"(\n)", text):
            bare = piece if control else piece.rstrip(" ")
            if bare:
                yield from () if piece == "\n" else blanks
                blanks.clear()
                yield Segment(bare, style, control)
            if len(bare) < len(piece):
                blanks.append(Segment(piece[len(bare) :], style))
