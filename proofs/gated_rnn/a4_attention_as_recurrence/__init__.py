"""App. A.4, can linear self-attention implement gated recurrent networks?."""
