"""Settings of the whole suite: reproducible examples, 64-bit JAX, types checked as they run."""

import os

from hypothesis import HealthCheck, settings
from jaxtyping import install_import_hook

os.environ.setdefault("JAX_ENABLE_X64", "1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

# Stays installed for the session: the types of these are checked whenever they run. The words
# check their own arguments, with better messages; pytest loads the plugin before this file.
CHECKED = (
    "proving",
    "solving",
    "searching",
    "sampling",
    "running",
    "reporting",
    "targets",
    "training",
)
install_import_hook(
    ["constructions", *(f"theorem_checks.{name}" for name in CHECKED)], "beartype.beartype"
)

settings.register_profile(
    "ordinary",
    derandomize=True,
    deadline=None,  # the machines are shared: a time limit per example would be noise
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("nightly", settings.get_profile("ordinary"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ordinary"))
