"""Lab photos without their leaf: what is left when only the background is in sight.

The leaf is what `backgrounds.leaf_mask` finds (less blue than red or green), and what is clearly greener than red, which
that rule misses on bluish photos. It is grown by `MARGIN` of the short side, so that neither its rim nor its shadow is
left, and the hole is filled from its rim with the background's own colours, so that no outline is left either.

The other way round, the leaf can be kept and its ground exchanged: a network that judges the leaf answers as before.

The rule applies to single leaves on a plain ground (`CUT_SOURCES`, but for healthy PlantVillage maize, whose leaves fill the
frame) where the leaf takes 3 to 93 % of the photo before it is grown and leaves at least `LEAST_LEFT` after.
"""

import numpy as np

from backgrounds import CUT_SOURCES, box_mean, leaf_mask

GREENER = 10
MARGIN = 0.03
LEAF_SHARE = (0.03, 0.93)
LEAST_LEFT = 0.04
GROUNDS = {'black': (2, 2, 2), 'grey': (130, 125, 140), 'white': (250, 250, 250)}
REACHES = (2, 4, 8, 16, 32, 64, 128, 512)


def has_plain_ground(row: dict[str, str]) -> bool:
    return row['source'] in CUT_SOURCES and (row['crop'], row['disease']) != ('maize', 'healthy')


def leaf_of(photo: np.ndarray) -> np.ndarray:
    """Where the leaf is, as booleans."""
    pixels = photo.astype(np.float32)
    greener = box_mean((box_mean(pixels[..., 1] - pixels[..., 0], 1) > GREENER).astype(np.float32), 3) > 0.55
    return (leaf_mask(photo) > 0) | greener


def leaf_area(photo: np.ndarray) -> np.ndarray | None:
    """Where the leaf and its margin are, as booleans; None where the rule does not apply."""
    leaf = leaf_of(photo)
    if not LEAF_SHARE[0] < leaf.mean() < LEAF_SHARE[1]:
        return None
    grown = box_mean(leaf.astype(np.float32), max(1, round(MARGIN * min(leaf.shape)))) > 1e-6
    return grown if 1 - grown.mean() >= LEAST_LEFT else None


def box_sum(values: np.ndarray, reach: int) -> np.ndarray:
    """Sum over squares of side 2 * reach + 1 around each place, as far as they lie within the picture."""
    height, width = values.shape[:2]
    total = np.zeros((height + 1, width + 1, values.shape[2]))
    total[1:, 1:] = values.cumsum(0).cumsum(1)
    top, bottom = (np.clip(np.arange(height) + step, 0, height) for step in (-reach, reach + 1))
    left, right = (np.clip(np.arange(width) + step, 0, width) for step in (-reach, reach + 1))
    rows = total[bottom] - total[top]
    return rows[:, right] - rows[:, left]


def filled(photo: np.ndarray, area: np.ndarray) -> np.ndarray:
    """The photo with `area` filled by the mean of the pixels around it, the nearest counting by far the most."""
    known = np.concatenate([photo, np.ones((*photo.shape[:2], 1))], 2) * ~area[..., None]
    total = sum(box_sum(known, reach) * float(reach) ** -6 for reach in REACHES)
    around = np.round(total[..., :3] / total[..., 3:])
    return np.where(area[..., None], around, photo).astype(np.uint8)


def without_leaf(photo: np.ndarray) -> np.ndarray | None:
    """Only the background of a photo, or None where the rule does not apply."""
    area = leaf_area(photo)
    return None if area is None else filled(photo, area)


def on_ground(photo: np.ndarray, colour: tuple[int, int, int]) -> np.ndarray:
    """The leaf of a photo, two pixels in from its rim, on one plain colour."""
    inside = box_mean(leaf_of(photo).astype(np.float32), 2) > 0.999
    share = box_mean(inside.astype(np.float32), 1)[..., None]
    return np.round(photo * share + np.array(colour) * (1 - share)).astype(np.uint8)
