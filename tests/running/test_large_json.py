import gc

import pytest

from theorem_checks.running.large_json import read_json


@pytest.mark.parametrize("on", [True, False])
@pytest.mark.parametrize("text", ['{"a": [1, "b"]}', b"[]", bytearray(b"[null]")])
def test_what_is_read_is_there_and_the_collector_is_as_it_was(on, text):
    was = gc.isenabled()
    try:
        (gc.enable if on else gc.disable)()
        assert read_json(text) in ({"a": [1, "b"]}, [], [None])
        with pytest.raises(ValueError, match="line 1"):
            read_json("{")
        assert gc.isenabled() is on
    finally:
        (gc.enable if was else gc.disable)()
