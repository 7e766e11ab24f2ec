"""The studio's photographs, rendered: `python -m tools.photographs [--draft] [name…]`.

Most are small table-top scenes. Sheets, cards, type and ribbons are laid on a stage that holds one height map in
millimeters; pressed type changes that height map, ink changes its color, and light from the side does the rest:
normals, soft shadows, sky occlusion, a camera with depth of field, film. People are there as shadows only:
outlines that stand in the light (`light.Figure`).

The catalog (`catalogue.py`) says what each picture shows. The same catalog gives the same picture: every scene is
seeded by its name. Fonts come from npm packages pinned in `fonts.py`; the first run downloads them into the git-ignored
`.cache/fonts/`. The masters in `assets/pictures/` are committed, so a build of the site never runs this; it needs
numpy, Pillow and fonttools with brotli, and npm for the first run.
"""
