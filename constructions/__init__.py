"""The networks, and the weights that theorems build. Knows no checker."""
