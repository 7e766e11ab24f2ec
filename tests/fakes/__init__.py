"""Programs that play what the site talks to elsewhere."""
