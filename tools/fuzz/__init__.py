"""`make fuzz`: attacks the built site with hostile input."""
