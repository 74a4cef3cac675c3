"""Lab photos without their leaf: to measure whether a network judges the leaf.

The leaf is what the color rule of data/cutout.py finds, and what is clearly greener than red, which that rule misses
on bluish photos. It is dilated by MARGIN of the short side, so that neither its rim nor its shadow is left, and the
hole is filled from its rim with the background's own colors, so that no outline is left either.

The rule applies to single leaves on a plain background where the leaf takes 3 to 93 % of the photo before it is
dilated and leaves at least MIN_BACKGROUND after.
"""

import numpy as np

from kutu_ml.data.cutout import box_mean, leaf_mask

MIN_GREEN_EXCESS = 10
"""Smallest green - red of a leaf pixel, in levels of 255."""
MARGIN = 0.03
LEAF_COVERAGE = (0.03, 0.93)
MIN_BACKGROUND = 0.04
FILL_RADII = (2, 4, 8, 16, 32, 64, 128, 512)


def segment_leaf(photo: np.ndarray) -> np.ndarray:
    """Returns where the leaf is, bool [h, w]."""
    pixels = photo.astype(np.float32)
    is_greener = box_mean(pixels[..., 1] - pixels[..., 0], 1) > MIN_GREEN_EXCESS
    return (leaf_mask(photo) > 0) | (box_mean(is_greener.astype(np.float32), 3) > 0.55)


def dilated_leaf(photo: np.ndarray) -> np.ndarray | None:
    """Returns where the leaf and its margin are, bool [h, w]; None where the rule does not apply."""
    leaf = segment_leaf(photo)
    if not LEAF_COVERAGE[0] < leaf.mean() < LEAF_COVERAGE[1]:
        return None
    dilated = box_mean(leaf.astype(np.float32), max(1, round(MARGIN * min(leaf.shape)))) > 1e-6
    return dilated if 1 - dilated.mean() >= MIN_BACKGROUND else None


def box_sum(values: np.ndarray, radius: int) -> np.ndarray:
    """Returns the sum over squares of side 2 * radius + 1 around each pixel, as far as they lie within the image."""
    height, width = values.shape[:2]
    total = np.zeros((height + 1, width + 1, values.shape[2]))
    total[1:, 1:] = values.cumsum(0).cumsum(1)
    top, bottom = (np.clip(np.arange(height) + step, 0, height) for step in (-radius, radius + 1))
    left, right = (np.clip(np.arange(width) + step, 0, width) for step in (-radius, radius + 1))
    rows = total[bottom] - total[top]
    return rows[:, right] - rows[:, left]


def inpaint(photo: np.ndarray, hole: np.ndarray) -> np.ndarray:
    """Fills `hole` with the mean of the pixels around it, the nearest counting by far the most."""
    known = np.concatenate([photo, np.ones((*photo.shape[:2], 1))], 2) * ~hole[..., None]
    total = sum(box_sum(known, radius) * float(radius) ** -6 for radius in FILL_RADII)
    filling = np.round(total[..., :3] / total[..., 3:])
    return np.where(hole[..., None], filling, photo).astype(np.uint8)


def remove_leaf(photo: np.ndarray) -> np.ndarray | None:
    """Returns the background of a photo alone, or None where the rule does not apply."""
    hole = dilated_leaf(photo)
    return None if hole is None else inpaint(photo, hole)
