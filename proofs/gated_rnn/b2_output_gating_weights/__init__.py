"""App. B.2, compression of the learned output gating weights."""
