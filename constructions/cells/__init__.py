"""The cells, each written once as a pure step function over arrays."""
