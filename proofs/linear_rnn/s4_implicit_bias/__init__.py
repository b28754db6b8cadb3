"""Sec. 4, implicit bias of linear RNNs."""
