"""Code that uses Reflex internals at run time. `pwa/seam` uses the internals at build time."""
