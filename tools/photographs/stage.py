"""The table top as maps, and what it means to lay something on it.

World coordinates are millimeters: x to the right, y toward the viewer, z up; (0, 0) is where the camera looks.
"""

from dataclasses import dataclass, field

import numpy as np
from PIL import Image

from tools.photographs.maps import Map, Size, mix

ROUND = -1.0
"""The pitch of what is round."""
RAISED = 0.02
"""The cover from which a pixel on a piece's outline stands high enough to show the piece's cut side."""


@dataclass
class Piece:
    """Something flat or nearly so, as its own maps of equal size, `scale` pixels a millimeter.

    `height` and `relief` are millimeters above its underside; `cover` is 1 where the piece is, 0 outside. Relief is too
    fine to cast shadows and only bends the light. `gloss`, `rough` and `metal` are 0…1. `edge` colors its cut sides.
    """

    scale: float
    albedo: Map
    cover: Map
    height: Map
    relief: Map
    gloss: Map
    rough: Map
    metal: Map
    edge: np.ndarray
    glow: float = 0.0
    """Share of the light that shines through: leaves, tissue."""
    is_round: bool = False
    """Its flanks are part of its top, however steep; they are no cut sides."""


@dataclass
class Stage:
    """All maps of the scene, `scale` pixels a millimeter, the world's (0, 0) at pixel `center` (row, column)."""

    scale: float
    center: tuple[float, float]
    height: Map
    relief: Map
    albedo: Map
    gloss: Map
    rough: Map
    metal: Map
    edge: Map
    pitch: Map
    glow: Map
    rng: np.random.Generator = field(repr=False)

    @property
    def size(self) -> Size:
        """Rows and columns."""
        return self.height.shape

    def lay(
        self, piece: Piece, x: float = 0, y: float = 0, angle: float = 0, lift: float | None = None, pitch: float = 0
    ) -> float:
        """Lays a piece with its middle at (x, y) mm, turned clockwise by `angle` degrees; returns the z below it in mm.

        Without `lift` it comes to rest on the highest thing below it, and hides whatever is there. `pitch` is the
        thickness in mm of the sheets that a stack shows on its cut side.
        """
        box, inverse = self._footprint(piece, x, y, angle)
        if box is None:
            return 0.0
        rows, columns = box
        area = np.s_[rows[0] : rows[1], columns[0] : columns[1]]

        def turned(values: Map, how: Image.Resampling = Image.Resampling.BICUBIC) -> Map:
            picture = Image.fromarray(np.ascontiguousarray(values, dtype=np.float32))
            size = (columns[1] - columns[0], rows[1] - rows[0])
            return np.asarray(picture.transform(size, Image.Transform.AFFINE, inverse, how))

        cover = np.clip(turned(piece.cover), 0, 1)
        solid = cover > 0.5
        if not solid.any():
            return 0.0
        ground = self.height[area]
        floor = float(np.percentile(ground[solid], 98)) if lift is None else lift
        self.height[area] = mix(ground, floor + turned(piece.height), cover)
        raised = cover > RAISED
        self.edge[area][raised] = piece.edge
        self.pitch[area][raised] = ROUND if piece.is_round else pitch
        for name in ("relief", "gloss", "rough", "metal"):
            target = getattr(self, name)
            target[area] = mix(target[area], turned(getattr(piece, name)), cover)
        self.glow[area] = mix(self.glow[area], np.full_like(cover, piece.glow), cover)
        for channel in range(3):
            target = self.albedo[area][..., channel]
            target[...] = mix(target, turned(piece.albedo[..., channel]), cover)
        return floor

    def _footprint(self, piece: Piece, x: float, y: float, angle: float):
        """Rows and columns of the stage that the piece covers, and the affine map from there into the piece."""
        rows, columns = piece.cover.shape
        ratio = self.scale / piece.scale
        cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [columns / 2 * ratio, rows / 2 * ratio]
        corners = half @ np.array([[cos, sin], [-sin, cos]])
        middle = np.array([self.center[1] + x * self.scale, self.center[0] + y * self.scale])
        low = np.floor((corners + middle).min(axis=0)).astype(int) - 1
        high = np.ceil((corners + middle).max(axis=0)).astype(int) + 2
        low = np.maximum(low, 0)
        high = np.minimum(high, [self.size[1], self.size[0]])
        if (low >= high).any():
            return None, None
        shift = low - middle
        a, b, d, e = cos / ratio, sin / ratio, -sin / ratio, cos / ratio
        inverse = (
            a, b, a * shift[0] + b * shift[1] + columns / 2,
            d, e, d * shift[0] + e * shift[1] + rows / 2,
        )  # fmt: skip
        return ((low[1], high[1]), (low[0], high[0])), inverse


def piece(scale: float, size: Size, color: np.ndarray, thickness: float, edge: np.ndarray | None = None) -> Piece:
    """A plain matte piece of one color (linear RGB) and `thickness` in mm, covering its whole map."""
    flat = np.zeros(size, np.float32)
    return Piece(
        scale=scale,
        albedo=np.broadcast_to(color.astype(np.float32), (*size, 3)).copy(),
        cover=flat + 1,
        height=flat + thickness,
        relief=flat.copy(),
        gloss=flat.copy(),
        rough=flat + 0.6,
        metal=flat.copy(),
        edge=color if edge is None else edge,
    )


def margin(made: Piece, pixels: int = 2) -> Piece:
    """The piece with an empty margin, so that turning it keeps its outer edge smooth."""
    for name in ("cover", "height", "relief", "gloss", "rough", "metal"):
        how = "constant" if name == "cover" else "edge"
        setattr(made, name, np.pad(getattr(made, name), pixels, mode=how))
    made.albedo = np.pad(made.albedo, ((pixels, pixels), (pixels, pixels), (0, 0)), mode="edge")
    return made
