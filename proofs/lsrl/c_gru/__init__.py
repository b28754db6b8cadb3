"""App. C, gated RNNs are GRU models."""
