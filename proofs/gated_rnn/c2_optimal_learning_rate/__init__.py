"""App. C.2, optimal learning rate for one-step gradient descent."""
