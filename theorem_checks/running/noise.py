"""What a worker prints, and what its fault handler does: the last of it is kept."""

import re
import threading
from typing import IO

__all__ = ["END_OF_NOISE", "Noise"]

END_OF_NOISE = b"\x1e\n"  # a worker writes it when it is done with a request
WAIT_SECONDS = 1.0  # at the most, for what was printed before the answer came
MOST_KEPT = 16 * 1024
MOST_SHOWN = 500
LINES_SHOWN = 5


class Noise:
    """Reads a pipe to its end, in a thread, and keeps the last few kilobytes."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._kept = bytearray()
        self._ended = threading.Event()
        self.thread = threading.Thread(target=self._collect, daemon=True)
        self.thread.start()

    def clear(self) -> None:
        """Forget what was read: a new request begins."""
        self._ended.clear()
        self._kept.clear()

    def last_lines(self) -> str:
        """Return the last lines that were printed, after a line that says so; '' if none were."""
        printed, _ = self._parted()
        lines = printed.strip()[-MOST_SHOWN:].splitlines()[-LINES_SHOWN:]
        return "\n".join(["\nIts last output was:", *lines]) if lines else ""

    def place_in(self, file: str) -> str:
        """Return 'file:line in function', where the fault handler saw the file; '' if nowhere."""
        _, dump = self._parted()
        found = re.search(rf'File "{re.escape(file)}", line (\d+) in (\S+)', dump)
        return f"{file}:{found[1]} in {found[2]}" if found else ""

    def _parted(self) -> tuple[str, str]:
        """What was printed, and the stack that the fault handler printed last, if it did.

        Printing and answering go by two pipes, so this waits a moment for the end of the one.
        """
        self._ended.wait(WAIT_SECONDS)
        text = bytes(self._kept).replace(END_OF_NOISE, b"").decode(errors="replace")
        at = max(text.rfind(mark) for mark in ("Timeout (", "Fatal Python error: "))
        return (text, "") if at < 0 else (text[:at], text[at:])

    def _collect(self) -> None:
        while chunk := _read(self._stream):
            self._kept += chunk
            del self._kept[:-MOST_KEPT]
            if self._kept.endswith(END_OF_NOISE):
                self._ended.set()
        self._ended.set()


def _read(stream: IO[bytes]) -> bytes:
    try:
        return stream.read(64 * 1024)
    except (OSError, ValueError):  # closed meanwhile
        return b""
