"""The annotated leaves of ml/masks/leaves.json: which photos they are, and their shapes as fractions of cells.

The rules of annotation are in ml/masks/README.md.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from kutu_ml.paths import MASKS

SIDE = 100
"""Coordinates run from 0 to SIDE over the center square."""
SUPERSAMPLING = 4


@dataclass(frozen=True)
class CellMask:
    """Fractions of each cell of a square, float32 [size, size]; `affected` is 0 off the leaf."""

    leaf: np.ndarray
    affected: np.ndarray

    @property
    def affected_area(self) -> float:
        """The fraction of the leaf that is affected."""
        return float(self.affected.sum() / self.leaf.sum())


def read_masks(path: Path = MASKS) -> dict[str, dict]:
    """Returns the shapes by the photo's path in labels.csv."""
    return json.loads(path.read_text())['photos']


def fill_polygon(points: Sequence[float], size: int) -> np.ndarray:
    image = Image.new('1', (size, size))
    ImageDraw.Draw(image).polygon([value * size / SIDE for value in points], fill=1)
    return np.asarray(image)


def fill_stroke(x1: float, y1: float, x2: float, y2: float, width: float, size: int) -> np.ndarray:
    """Returns where a line with round ends lies, bool [size, size]; a line without length is a disc."""
    y, x = (np.mgrid[0:size, 0:size] + 0.5) * SIDE / size
    dx, dy = x2 - x1, y2 - y1
    squared_length = dx**2 + dy**2
    t = np.clip(((x - x1) * dx + (y - y1) * dy) / squared_length, 0, 1) if squared_length else 0.0
    return (x - x1 - t * dx) ** 2 + (y - y1 - t * dy) ** 2 <= (width / 2) ** 2


def rasterize(shapes: dict, size: int) -> CellMask:
    """Rasterizes one photo's shapes to size x size cells. Where regions overlap, the larger fraction counts."""
    fine = size * SUPERSAMPLING
    leaf = np.zeros((fine, fine), bool)
    for points in shapes['leaf']:
        leaf |= fill_polygon(points, fine)
    affected = np.zeros((fine, fine), np.float32)
    for fraction, *points in shapes.get('regions', []):
        affected = np.maximum(affected, fill_polygon(points, fine) * np.float32(fraction))
    for x, y, radius in shapes.get('spots', []):
        affected[fill_stroke(x, y, x, y, 2 * radius, fine)] = 1
    for line in shapes.get('strokes', []):
        affected[fill_stroke(*line, fine)] = 1

    def cells(values: np.ndarray) -> np.ndarray:
        return values.reshape(size, SUPERSAMPLING, size, SUPERSAMPLING).mean((1, 3), dtype=np.float32)

    return CellMask(cells(leaf), cells(affected * leaf))
