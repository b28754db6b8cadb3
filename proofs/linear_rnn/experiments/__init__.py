"""Section 5: what is seen when linear RNNs and convolutions are trained."""
