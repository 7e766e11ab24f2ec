"""Reflex internals that the running site uses. `pwa/seam` has those of the build."""
