"""What the running site reaches into of Reflex. `pwa/seam` has what building reaches into."""
