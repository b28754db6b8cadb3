"""Settings of the whole suite: reproducible examples, 64-bit JAX, types checked as they run."""

import os

from hypothesis import HealthCheck, settings
from jaxtyping import install_import_hook

import theorem_checks.claims  # the words check their own arguments, with better messages

os.environ.setdefault("JAX_ENABLE_X64", "1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

# Stays installed for the session: every module imported from here on has its types checked.
assert theorem_checks.claims
install_import_hook(("theorem_checks", "constructions"), "beartype.beartype")

settings.register_profile(
    "ordinary",
    derandomize=True,
    deadline=None,  # the machines are shared: a time limit per example would be noise
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("nightly", settings.get_profile("ordinary"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ordinary"))
