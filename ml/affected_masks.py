"""The leaves of ml/masks/leaves.json: which photos they are, and their shapes as shares of cells. The rule is in ml/masks/README.md."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

FILE = Path(__file__).parent / 'masks' / 'leaves.json'
LOT = 'kutu-masks-1:'
SICK_EACH, HEALTHY_EACH = 3, 2
SIDE = 100
FINER = 4


@dataclass(frozen=True)
class Drawn:
    """Shares of each cell of a square, as float32 [size, size]; `affected` is 0 off the leaf."""

    leaf: np.ndarray
    affected: np.ndarray

    @property
    def area(self) -> float:
        """The share of the leaf that is affected."""
        return float(self.affected.sum() / self.leaf.sum())


def read_masks(path: Path = FILE) -> dict[str, dict]:
    return json.loads(path.read_text())['photos']


def drawn_lots(rows: Sequence[dict[str, str]], passed_over: Sequence[str] = ()) -> list[str]:
    """The paths that the rule chooses out of labels.csv."""
    groups: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for row in rows:
        if row['split'] == 'val' and row['product_class'] != 'not_leaf' and row['path'] not in passed_over:
            groups.setdefault((row['crop'], row['disease'], row['source']), []).append(row)
    chosen = []
    for group in groups.values():
        group.sort(key=lambda row: hashlib.sha256((LOT + row['path']).encode()).hexdigest())
        chosen += group[: HEALTHY_EACH if group[0]['product_class'] == 'healthy' else SICK_EACH]
    return sorted(row['path'] for row in chosen)


def polygon(points: Sequence[float], size: int) -> np.ndarray:
    picture = Image.new('1', (size, size))
    ImageDraw.Draw(picture).polygon([value * size / SIDE for value in points], fill=1)
    return np.asarray(picture)


def stroke(x1: float, y1: float, x2: float, y2: float, width: float, size: int) -> np.ndarray:
    """All within half the width of a line; of a line of no length a disc."""
    y, x = (np.mgrid[0:size, 0:size] + 0.5) * SIDE / size
    along, down = x2 - x1, y2 - y1
    length = along**2 + down**2
    share = np.clip(((x - x1) * along + (y - y1) * down) / length, 0, 1) if length else 0.0
    return (x - x1 - share * along) ** 2 + (y - y1 - share * down) ** 2 <= (width / 2) ** 2


def rasterise(mask: dict, size: int) -> Drawn:
    fine = size * FINER
    leaf = np.zeros((fine, fine), bool)
    for points in mask['leaf']:
        leaf |= polygon(points, fine)
    affected = np.zeros((fine, fine), np.float32)
    for share, *points in mask.get('regions', []):
        affected = np.maximum(affected, polygon(points, fine) * np.float32(share))
    for x, y, radius in mask.get('spots', []):
        affected[stroke(x, y, x, y, 2 * radius, fine)] = 1
    for line in mask.get('strokes', []):
        affected[stroke(*line, fine)] = 1

    def cells(values: np.ndarray) -> np.ndarray:
        return values.reshape(size, FINER, size, FINER).mean((1, 3), dtype=np.float32)

    return Drawn(cells(leaf), cells(affected * leaf))
