"""Section 5: recurrent networks with and without attention, on tasks that need memory."""
