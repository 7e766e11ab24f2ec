"""Components of the site's pages. A component's JavaScript file is in the same folder as its Python file."""
