"""Code that depends on Reflex's internals at run time. The corresponding code for builds is in `pwa/seam`."""
