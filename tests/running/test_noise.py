"""What a worker printed is read to its end before anything is made of it."""

import os
import threading
import time

import pytest

from theorem_checks.running.noise import END_OF_NOISE, Noise

DUMP = b'Fatal Python error: Segmentation fault\n\n  File "m.py", line 3 in <module>\n'


@pytest.fixture
def printed():
    """A noise, and a function that writes to it later, while it is asked."""
    reader, writer = os.pipe()
    threads = []

    def later(text):
        def write():
            time.sleep(0.1)
            os.write(writer, text)

        threads.append(threading.Thread(target=write))
        threads[-1].start()

    with os.fdopen(reader, "rb", buffering=0) as stream:
        noise = Noise(stream)
        yield noise, later
        for thread in threads:
            thread.join()
        os.close(writer)
        noise.thread.join()


def test_a_place_that_is_printed_late_is_waited_for(printed):
    noise, later = printed
    later(b"hello\n" + DUMP + END_OF_NOISE)
    assert noise.place_in("m.py") == "m.py:3 in <module>"
    assert noise.place_in("other.py") == ""
    assert noise.last_lines() == "\nIts last output was:\nhello"


def test_what_was_printed_for_another_request_is_forgotten(printed):
    noise, later = printed
    later(DUMP + END_OF_NOISE)
    assert noise.place_in("m.py")
    noise.clear()
    later(b"done\n" + END_OF_NOISE)
    assert noise.place_in("m.py") == ""
    assert noise.last_lines() == "\nIts last output was:\ndone"
