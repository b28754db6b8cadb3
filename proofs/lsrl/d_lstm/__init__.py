"""App. D, gated RNNs are LSTMs."""
