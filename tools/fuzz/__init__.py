"""`make fuzz`: sends hostile input to the built site, and watches what becomes of it."""
