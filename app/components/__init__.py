"""Components that pages are composed of. A component's JavaScript file is beside its Python file."""
