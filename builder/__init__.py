"""Builds the site. `python -m builder` writes a release into `dist/` if the sources have changed."""
