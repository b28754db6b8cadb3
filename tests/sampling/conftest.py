"""What the tests of sampling share."""

import numpy as np
import pytest


@pytest.fixture
def rng():
    """A generator with a fixed seed: samples are the same on every run."""
    return np.random.default_rng(20240607)
