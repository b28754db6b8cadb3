"""Programs and stacks of layers as plain data, and pure functions of them."""
