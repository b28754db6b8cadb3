"""Implicit bias of linear RNNs (Emami, Sahraee-Ardakan, Pandit, Rangan, Fletcher)."""

PAPER = "Implicit bias of linear RNNs"
