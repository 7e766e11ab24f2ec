"""Code that uses Reflex internals at run time. `pwa/seam` has the code that does so at build time."""
