"""Sec. 2, linear RNN and convolutional models."""
