"""Sec. 3.2, NTK for the convolutional model."""
