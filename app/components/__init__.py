"""Components of pages. A component's JavaScript is beside its Python file."""
