"""Linear self-attention with any matrices, of any sizes."""

from typing import Any

from theorem_checks import World

__all__ = ["matrices_of_attention"]


def matrices_of_attention(w: World) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the sizes d, d_v and d_k, and the free matrices W_V, W_K and W_Q, by name."""
    sizes = {name: w.size(name) for name in ("d", "d_v", "d_k")}
    rows = {"W_V": sizes["d_v"], "W_K": sizes["d_k"], "W_Q": sizes["d_k"]}
    return sizes, {name: w.array(name, size, sizes["d"]) for name, size in rows.items()}
