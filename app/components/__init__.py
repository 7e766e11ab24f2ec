"""Components of pages. The JavaScript of a component is in the same folder as the Python code."""
