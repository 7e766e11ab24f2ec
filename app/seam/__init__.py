"""Code that uses Reflex internals at run time. `pwa/seam` uses them at build time."""
