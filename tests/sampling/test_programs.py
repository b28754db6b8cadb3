"""The program that draws samples."""

from types import SimpleNamespace

import jax
import numpy as np
import pytest

from theorem_checks.sampling import programs
from theorem_checks.sampling.programs import ON_CPU, Layout, compiled


@pytest.mark.parametrize(("platform", "wanted"), [("cpu", ON_CPU), ("gpu", None), ("METAL", None)])
def test_on_a_cpu_alone_one_thread_computes_a_batch(monkeypatch, platform, wanted):
    def compile_with(program, compiler_options):
        asked.append(compiler_options)
        return plain(program)

    asked, plain = [], jax.jit
    monkeypatch.setattr(programs.jax, "jit", compile_with)
    monkeypatch.setattr(programs.jax, "shard_map", lambda program, **_: program)
    monkeypatch.setattr(programs, "Mesh", lambda *_: None)
    devices = (SimpleNamespace(platform=platform),)
    layout = Layout(unit=4, block=8, spans=1)
    dtype = np.dtype(np.float64)
    compiled(lambda keys: keys, lambda block: block[:1], layout, dtype, devices)
    assert asked == [wanted]


def test_a_span_has_whole_units_and_whole_blocks():
    for unit, block, inside in ((4, 8, [2, 1]), (8, 4, [1, 2]), (8, 8, [1, 1])):
        layout = Layout(unit, block, 3)
        assert layout.span == 8
        assert layout.inside.tolist() == inside
