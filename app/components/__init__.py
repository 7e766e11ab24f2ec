"""Components of pages. A component's JavaScript is in the same folder as its Python code."""
