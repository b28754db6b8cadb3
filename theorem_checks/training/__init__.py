"""Training many networks at once: seeds and settings by vmap, checkpoints, honest divergence."""
