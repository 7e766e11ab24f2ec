from pathlib import Path

from PIL import Image


def lay_master(folder: Path, name: str, size: tuple[int, int], color: str = "#d6402b") -> None:
    gradient = Image.linear_gradient("L").resize(size)
    Image.composite(Image.new("RGB", size, color), Image.new("RGB", size, "#f3ecdf"), gradient).save(
        folder / f"{name}.jpg", quality=85
    )
