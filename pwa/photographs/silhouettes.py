"""People and machines against the workshop's window. Coordinates are those of `backlit.Pen`."""

import math
from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw

from pwa.photographs.backlit import Backlit, Layer, Pen
from pwa.photographs.fonts import font


def _wheel(pen: Pen, x: float, y: float, radius: float, rim: float, spokes: int, turn: float = 0) -> None:
    """A cast flywheel with curved spokes."""
    pen.disc(x, y, radius)
    pen.disc(x, y, radius - rim, fill=0)
    for i in range(spokes):
        a = turn + 2 * math.pi * i / spokes
        joints = []
        for step in np.linspace(0, 1, 6):
            bent = a + 0.42 * math.sin(step * math.pi) * 0.8
            reach = step * (radius - rim * 0.5)
            joints.append((x + reach * math.cos(bent), y + reach * math.sin(bent), rim * (0.52 - 0.2 * step)))
        pen.limb(joints)
    pen.disc(x, y, rim * 1.35)


def _gear(pen: Pen, x: float, y: float, radius: float, teeth: int) -> None:
    outline = []
    for i in range(teeth * 4):
        r = radius if i % 4 in (0, 1) else radius * 0.94
        a = 2 * math.pi * i / (teeth * 4)
        outline.append((x + r * math.cos(a), y + r * math.sin(a)))
    pen.polygon(outline)
    pen.disc(x, y, radius * 0.72, fill=0)
    for i in range(5):
        a = 2 * math.pi * i / 5 + 0.3
        pen.bar(x, y, x + radius * 0.8 * math.cos(a), y + radius * 0.8 * math.sin(a), radius * 0.12)
    pen.disc(x, y, radius * 0.2)


def platen_frame(pen: Pen) -> None:
    """The cast side frame of a platen press: feet, waist, bed and neck."""
    pen.blob(
        [
            (0.50, 0.93),
            (0.56, 0.84),
            (0.60, 0.66),
            (0.57, 0.50),
            (0.60, 0.40),
            (0.72, 0.37),
            (0.86, 0.42),
            (0.90, 0.52),
            (0.88, 0.66),
            (0.93, 0.82),
            (1.02, 0.93),
            (0.94, 0.935),
            (0.84, 0.86),
            (0.76, 0.80),
            (0.67, 0.86),
            (0.58, 0.935),
        ]
    )
    pen.blob([(0.70, 0.80), (0.735, 0.70), (0.80, 0.70), (0.83, 0.79), (0.77, 0.765)], 0)
    pen.polygon([(0.46, 0.925), (1.06, 0.925), (1.06, 0.955), (0.46, 0.955)])


def platen_top(pen: Pen) -> None:
    """Bed, platen and the rollers on their arms."""
    pen.polygon([(0.725, 0.20), (0.790, 0.19), (0.845, 0.50), (0.770, 0.52)])
    pen.polygon([(0.592, 0.285), (0.624, 0.270), (0.722, 0.505), (0.680, 0.535)])
    pen.limb([(0.600, 0.40, 0.014), (0.640, 0.46, 0.020), (0.690, 0.53, 0.022)])
    pen.bar(0.765, 0.22, 0.800, 0.135, 0.030)
    pen.limb([(0.81, 0.45, 0.017), (0.690, 0.35, 0.013), (0.682, 0.200, 0.012)])
    pen.limb([(0.86, 0.62, 0.012), (0.98, 0.54, 0.011), (1.02, 0.36, 0.009), (1.06, 0.27, 0.010)])
    pen.disc(1.063, 0.258, 0.020)


def rollers(pen: Pen) -> None:
    """Three ink rollers, end on."""
    for x, y in ((0.690, 0.160), (0.697, 0.214), (0.704, 0.268)):
        pen.disc(x, y, 0.0245)


def ink_disc(pen: Pen) -> None:
    """The ink disc's edge."""
    pen.disc(0.812, 0.128, 0.150, 0.34, -24)


def ink_disc_face(pen: Pen) -> None:
    """Its face, rolled up with ink."""
    pen.disc(0.808, 0.120, 0.140, 0.31, -24)


def frame_ribs(pen: Pen) -> None:
    """Ribs, bosses and bolts cast on the side frame, and the treadle's rod."""
    pen.limb(
        [
            (0.545, 0.90, 0.010),
            (0.600, 0.78, 0.010),
            (0.640, 0.62, 0.010),
            (0.650, 0.48, 0.010),
            (0.72, 0.41, 0.010),
            (0.82, 0.45, 0.010),
        ]
    )
    pen.limb([(0.965, 0.90, 0.010), (0.890, 0.78, 0.010), (0.850, 0.64, 0.010), (0.845, 0.53, 0.010)])
    for x, y, r in (
        (0.70, 0.60, 0.032),
        (0.645, 0.52, 0.016),
        (0.62, 0.72, 0.012),
        (0.58, 0.84, 0.012),
        (0.92, 0.84, 0.012),
    ):
        pen.disc(x, y, r)
    pen.limb([(0.70, 0.60, 0.011), (0.56, 0.80, 0.010), (0.40, 0.905, 0.010)])
    pen.polygon([(0.30, 0.905), (0.43, 0.893), (0.43, 0.912), (0.30, 0.925)])


def press_boards(pen: Pen) -> None:
    """Feed and delivery boards with paper."""
    pen.polygon([(0.33, 0.392), (0.60, 0.362), (0.60, 0.378), (0.33, 0.408)])
    pen.limb([(0.44, 0.402, 0.007), (0.54, 0.50, 0.007), (0.60, 0.54, 0.008)])


def press_paper(pen: Pen) -> None:
    """The sheets that wait on the feed board, and one on the platen."""
    pen.polygon([(0.355, 0.352), (0.505, 0.336), (0.506, 0.371), (0.356, 0.387)])
    pen.polygon([(0.590, 0.285), (0.598, 0.280), (0.672, 0.485), (0.664, 0.490)])


def press_wheels(pen: Pen) -> None:
    """The big gear behind the frame."""
    _gear(pen, 0.80, 0.58, 0.135, 36)


def flywheel(pen: Pen) -> None:
    """The flywheel, nearer to us than the frame."""
    _wheel(pen, 0.985, 0.60, 0.245, 0.030, 6, 0.35)


def bench(pen: Pen) -> None:
    """A bench at the far left with cans and a stack of paper."""
    pen.polygon([(-0.1, 0.66), (0.27, 0.66), (0.27, 0.69), (-0.1, 0.69)])
    pen.polygon([(0.02, 0.69), (0.05, 0.69), (0.05, 1.0), (0.02, 1.0)])
    pen.polygon([(0.22, 0.69), (0.25, 0.69), (0.25, 1.0), (0.22, 1.0)])
    for x, w, h in ((0.03, 0.07, 0.09), (0.11, 0.05, 0.065), (0.175, 0.065, 0.11)):
        pen.polygon([(x, 0.66 - h), (x + w, 0.66 - h), (x + w, 0.66), (x, 0.66)])


def floor(pen: Pen) -> None:
    """The floor, seen flat."""
    pen.polygon([(-0.1, 0.945), (1.6, 0.945), (1.6, 1.1), (-0.1, 1.1)])


def line_of_prints(pen: Pen) -> None:
    """Prints that dry on a line."""
    pen.limb([(-0.05, 0.115, 0.0016), (0.4, 0.150, 0.0016), (0.75, 0.152, 0.0016), (1.55, 0.085, 0.0016)])


def hung_prints(pen: Pen) -> None:
    """The sheets on that line."""
    for x, y, w, h, lean in (
        (0.10, 0.134, 0.135, 0.19, 0.006),
        (0.29, 0.147, 0.135, 0.19, -0.004),
        (1.14, 0.128, 0.135, 0.19, 0.005),
        (1.32, 0.112, 0.135, 0.19, -0.006),
    ):
        pen.polygon([(x, y), (x + w, y + 0.003), (x + w + lean, y + h), (x + lean, y + h - 0.002)])


def printer(pen: Pen) -> None:
    """A man from behind and aside, bent over the press, sleeves rolled up."""
    pen.disc(0.478, 0.292, 0.044, 1.24, 20)
    pen.blob([(0.432, 0.262), (0.470, 0.232), (0.512, 0.246), (0.516, 0.270), (0.484, 0.262), (0.450, 0.290)])
    pen.limb([(0.462, 0.322, 0.031), (0.440, 0.362, 0.040)])
    pen.blob(
        [
            *((0.415, 0.352), (0.468, 0.368), (0.512, 0.402), (0.528, 0.470), (0.512, 0.580), (0.498, 0.70)),
            *(
                (0.508, 0.83),
                (0.298, 0.83),
                (0.306, 0.70),
                (0.290, 0.58),
                (0.286, 0.48),
                (0.306, 0.412),
                (0.358, 0.370),
            ),
        ]
    )
    pen.limb([(0.500, 0.435, 0.039), (0.566, 0.530, 0.032), (0.610, 0.595, 0.026), (0.668, 0.588, 0.020)])
    pen.limb([(0.668, 0.588, 0.019), (0.704, 0.572, 0.0155), (0.726, 0.566, 0.012), (0.744, 0.572, 0.007)])
    pen.limb(
        [
            (0.312, 0.45, 0.039),
            (0.308, 0.58, 0.035),
            (0.385, 0.668, 0.028),
            (0.474, 0.652, 0.021),
            (0.525, 0.640, 0.016),
        ]
    )


def apron_strings(pen: Pen) -> None:
    """The straps across his back and the bow below them."""
    pen.limb([(0.338, 0.392, 0.0045), (0.395, 0.480, 0.0045), (0.425, 0.600, 0.0045)])
    pen.limb([(0.478, 0.392, 0.0045), (0.440, 0.480, 0.0045), (0.400, 0.600, 0.0045)])
    pen.limb([(0.292, 0.612, 0.0055), (0.410, 0.628, 0.0055), (0.508, 0.606, 0.0055)])
    for x, y in ((0.375, 0.655), (0.446, 0.655), (0.392, 0.70), (0.434, 0.705)):
        pen.limb([(0.411, 0.628, 0.005), (x, y, 0.0042)])


def designer(pen: Pen) -> None:
    """A woman from behind, her hair up, one hand on a print that hangs to dry, the other on her hip."""
    pen.disc(1.068, 0.262, 0.041, 1.22, -6)
    pen.disc(1.098, 0.214, 0.023)
    pen.limb([(1.070, 0.30, 0.021), (1.074, 0.35, 0.024)])
    pen.blob(
        [
            (1.050, 0.345),
            (1.100, 0.345),
            (1.152, 0.372),
            (1.162, 0.43),
            (1.142, 0.53),
            (1.138, 0.60),
            (1.178, 0.72),
            (1.19, 0.84),
            (0.975, 0.84),
            (0.988, 0.72),
            (1.018, 0.60),
            (1.012, 0.53),
            (0.994, 0.43),
            (1.000, 0.375),
        ]
    )
    pen.limb([(1.012, 0.392, 0.031), (0.968, 0.448, 0.026), (0.932, 0.424, 0.021), (0.906, 0.372, 0.016)])
    pen.limb([(0.908, 0.376, 0.0155), (0.896, 0.350, 0.012), (0.890, 0.330, 0.007)])
    pen.limb([(1.146, 0.398, 0.031), (1.212, 0.492, 0.026), (1.205, 0.540, 0.022), (1.150, 0.592, 0.018)])


def held_sheet(pen: Pen) -> None:
    """The fresh print that hangs from the line before her."""
    pen.polygon(
        [(0.728, 0.148), (0.910, 0.146), (0.908, 0.27), (0.914, 0.414), (0.82, 0.409), (0.726, 0.418), (0.731, 0.27)]
    )
    for x in (0.752, 0.888):
        pen.bar(x, 0.128, x, 0.166, 0.011)


def sheet_ring(pen: Pen) -> None:
    """What is printed on it, seen through the paper."""
    pen.disc(0.819, 0.238, 0.052)
    pen.disc(0.819, 0.238, 0.030, fill=0)
    text = Image.new("L", pen.image.size, 0)
    stamp = font("gothic", round(0.088 * pen.unit))
    ImageDraw.Draw(text).text((0.819 * pen.unit, 0.384 * pen.unit), "OTISK", 255, font=stamp, anchor="ms")
    pen.image.paste(255, mask=text)


def table(pen: Pen) -> None:
    """The imposing table in front."""
    pen.polygon([(-0.1, 0.800), (1.6, 0.790), (1.6, 1.1), (-0.1, 1.1)])


def proof_press(pen: Pen) -> None:
    """A cylinder proof press on the table's far edge: bed, cylinder, crank."""
    pen.polygon([(0.52, 0.625), (0.80, 0.62), (0.80, 0.655), (0.52, 0.660)])
    pen.polygon([(0.54, 0.655), (0.60, 0.655), (0.58, 0.81), (0.53, 0.81)])
    pen.polygon([(0.73, 0.655), (0.79, 0.655), (0.80, 0.81), (0.75, 0.81)])
    pen.disc(0.735, 0.560, 0.066)
    pen.limb([(0.735, 0.560, 0.008), (0.800, 0.500, 0.007)])
    pen.limb([(0.800, 0.500, 0.011), (0.828, 0.490, 0.011)])


def jars(pen: Pen) -> None:
    """Tins of ink and a brush jar on the table, close to us."""
    for x, w, h in ((1.27, 0.11, 0.125), (1.395, 0.085, 0.09)):
        pen.polygon([(x, 0.83 - h), (x + w, 0.83 - h), (x + w, 0.84), (x, 0.84)])
        pen.polygon(
            [
                (x - 0.005, 0.83 - h - 0.014),
                (x + w + 0.005, 0.83 - h - 0.014),
                (x + w + 0.005, 0.83 - h),
                (x - 0.005, 0.83 - h),
            ]
        )


def slab(pen: Pen) -> None:
    """The inking stone, edge on."""
    pen.polygon([(-0.1, 0.760), (1.6, 0.760), (1.6, 0.815), (-0.1, 0.815)])


def under_slab(pen: Pen) -> None:
    """The bench below it."""
    pen.polygon([(-0.1, 0.815), (1.6, 0.815), (1.6, 1.1), (-0.1, 1.1)])


def brayer_roll(pen: Pen) -> None:
    """The roller's rubber, end on."""
    pen.disc(0.560, 0.672, 0.092)


def brayer_frame(pen: Pen) -> None:
    """Its fork and the handle's ferrule."""
    pen.disc(0.560, 0.672, 0.020)
    pen.limb([(0.560, 0.672, 0.011), (0.600, 0.585, 0.011), (0.668, 0.530, 0.012), (0.742, 0.505, 0.013)])
    pen.limb([(0.742, 0.505, 0.021), (0.775, 0.493, 0.023)])


def brayer_handle(pen: Pen) -> None:
    """The turned wooden handle."""
    pen.limb(
        [
            (0.772, 0.494, 0.020),
            (0.830, 0.473, 0.031),
            (0.905, 0.446, 0.033),
            (0.985, 0.417, 0.030),
            (1.025, 0.402, 0.023),
        ]
    )


def right_hand(pen: Pen) -> None:
    """The back of a hand that holds the handle, its wrist and forearm."""
    pen.blob(
        [
            (0.862, 0.425),
            (0.885, 0.375),
            (0.945, 0.338),
            (1.020, 0.318),
            (1.085, 0.330),
            (1.120, 0.372),
            (1.112, 0.425),
            (1.060, 0.462),
            (0.985, 0.470),
            (0.905, 0.460),
        ]
    )
    pen.limb(
        [
            (1.060, 0.350, 0.045),
            (1.130, 0.345, 0.052),
            (1.230, 0.330, 0.062),
            (1.380, 0.300, 0.082),
            (1.58, 0.262, 0.100),
        ]
    )


def index_finger(pen: Pen) -> None:
    """The index finger, stretched along the handle."""
    pen.limb(
        [
            (0.985, 0.350, 0.027),
            (0.940, 0.366, 0.0275),
            (0.890, 0.392, 0.0255),
            (0.842, 0.424, 0.0225),
            (0.796, 0.452, 0.0175),
        ]
    )


def finger(x: float, y: float, radius: float) -> Callable[[Pen], None]:
    """One of the fingers that close round the handle from behind."""

    def draw(pen: Pen) -> None:
        pen.limb(
            [
                (x + 0.020, y - 0.070, radius),
                (x - 0.006, y - 0.030, radius * 1.04),
                (x - 0.008, y + 0.006, radius * 0.98),
                (x + 0.014, y + 0.026, radius * 0.84),
            ]
        )

    return draw


def right_sleeve(pen: Pen) -> None:
    """The rolled-up sleeve."""
    pen.limb([(1.350, 0.305, 0.098), (1.42, 0.290, 0.106), (1.62, 0.250, 0.125)])


def left_hand(pen: Pen) -> None:
    """The other hand, flat on the stone, its fingers a little apart."""
    pen.limb([(-0.08, 0.520, 0.085), (0.03, 0.570, 0.070), (0.115, 0.628, 0.053), (0.165, 0.668, 0.046)])
    pen.blob(
        [
            (0.118, 0.600),
            (0.185, 0.612),
            (0.250, 0.648),
            (0.285, 0.690),
            (0.272, 0.728),
            (0.205, 0.742),
            (0.140, 0.715),
            (0.100, 0.660),
        ]
    )
    for joints in (
        [(0.255, 0.672, 0.024), (0.325, 0.678, 0.022), (0.385, 0.712, 0.019), (0.418, 0.742, 0.015)],
        [(0.250, 0.695, 0.024), (0.310, 0.708, 0.022), (0.360, 0.735, 0.018), (0.385, 0.752, 0.014)],
        [(0.235, 0.715, 0.024), (0.285, 0.732, 0.020), (0.330, 0.750, 0.015)],
        [(0.175, 0.705, 0.025), (0.215, 0.735, 0.022), (0.262, 0.755, 0.015)],
    ):
        pen.limb(joints)


def ink_film(pen: Pen) -> None:
    """Ink rolled out on the stone."""
    pen.blob([(0.43, 0.758), (0.62, 0.751), (0.86, 0.752), (1.02, 0.757), (1.02, 0.764), (0.43, 0.764)])


IRON = "#313136"
SKIN = "#4a3126"
CLOTH = "#26303f"

BACKLIT = {
    "press": Backlit(
        (1333, 2000),
        (
            Layer(line_of_prints, "#3a3128", 0.2, 0.004),
            Layer(hung_prints, "#e6d8bd", 0.1, 0.004, sheer=0.55),
            Layer(bench, "#2a221b", 0.4, 0.006),
            Layer(floor, "#3d2c1f", 0.5, 0.004, wood=True),
            Layer(press_wheels, IRON, 0.55, 0.0012),
            Layer(platen_frame, IRON, 0.7, 0.001),
            Layer(frame_ribs, "#3a3a40", 0.8, 0.001),
            Layer(press_boards, "#5a3f28", 0.5, 0.001, wood=True),
            Layer(press_paper, "#f1e7d3", 0.2, 0.001, sheer=0.25),
            Layer(platen_top, "#35353a", 0.9, 0.001),
            Layer(ink_disc, "#3a3a40", 0.9, 0.001),
            Layer(ink_disc_face, "#c0311f", 1.0, 0.001),
            Layer(rollers, "#8f2417", 1.0, 0.001),
            Layer(flywheel, "#34343a", 0.9, 0.001),
        ),
        (0.16, -0.2, 1.36, 0.74),
        (6, 4),
    ),
    "about": Backlit(
        (1333, 2000),
        (
            Layer(line_of_prints, "#3a3128", 0.2, 0.004),
            Layer(proof_press, IRON, 0.8, 0.002),
            Layer(held_sheet, "#f3e7cf", 0.1, 0.0016, sheer=0.82),
            Layer(sheet_ring, "#c33a26", 0.0, 0.0018, sheer=0.5),
            Layer(printer, CLOTH, 0.35, 0.0012, melt=0.005),
            Layer(apron_strings, "#8d8271", 0.05, 0.0012),
            Layer(designer, "#2d2521", 0.35, 0.0010, melt=0.0045),
            Layer(table, "#3a2a1e", 0.6, 0.002, wood=True),
            Layer(jars, "#2d2a27", 0.8, 0.007),
        ),
        (0.10, -0.2, 1.42, 0.72),
        (5, 3),
        haze=0.13,
    ),
    "hands": Backlit(
        (1333, 2000),
        (
            Layer(under_slab, "#2c2019", 0.3, 0.005, wood=True),
            Layer(slab, "#55524d", 0.8, 0.001),
            Layer(ink_film, "#b32e1f", 1.0, 0.0008),
            Layer(left_hand, SKIN, 0.45, 0.003, melt=0.004),
            Layer(brayer_roll, "#a92b1c", 1.0, 0.0010),
            Layer(brayer_frame, "#4b4a49", 1.0, 0.0010),
            Layer(brayer_handle, "#7a5330", 0.7, 0.0010, wood=True),
            Layer(right_hand, SKIN, 0.5, 0.0009, melt=0.0035),
            *(
                Layer(finger(x, y, radius), SKIN, 0.15, 0.0008, melt=0.002)
                for x, y, radius in (
                    (1.036, 0.432, 0.0240),
                    (0.992, 0.452, 0.0270),
                    (0.945, 0.466, 0.0280),
                    (0.897, 0.470, 0.0270),
                )
            ),
            Layer(index_finger, SKIN, 0.25, 0.0008, melt=0.002),
            Layer(right_sleeve, "#2c3850", 0.3, 0.004, melt=0.006),
        ),
        (0.05, -0.3, 1.45, 0.66),
        (4, 2),
        soft=0.035,
        haze=0.12,
    ),
}
