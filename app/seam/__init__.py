"""Code that depends on the internals of Reflex. `pwa/seam` does the same for builds."""
