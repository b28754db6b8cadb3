"""Settings of the whole suite: reproducible examples, 64-bit JAX."""

import os

from hypothesis import HealthCheck, settings

os.environ.setdefault("JAX_ENABLE_X64", "1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

settings.register_profile(
    "ordinary",
    derandomize=True,
    deadline=None,  # the machines are shared: a time limit per example would be noise
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("nightly", settings.get_profile("ordinary"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ordinary"))
