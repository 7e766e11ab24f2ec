"""Code that depends on Reflex's internals at run time. `pwa/seam` contains such code for builds."""
