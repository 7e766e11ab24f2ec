"""The components that pages are composed of. A component's JavaScript, if any, is beside its Python."""
