"""App. E, gated linear RNNs are Hawk and Griffin models."""
