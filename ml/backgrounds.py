"""Leaves of lab photos cut out and laid on other backgrounds.

The lab photos leak the class: maize rust lies on black, the other maize diseases on grey, masked rice on white.
A leaf pixel has less blue than red or green; black, grey and white have not.
"""

from collections.abc import Sequence

import numpy as np

from prepare import PhotoCache

CUT_SOURCES = ('PlantVillage', 'rice-background-removed')
LEAST_EXCESS = 14
LEAF_SHARE = (0.1, 0.93)
PLAIN_COLOURS = ((2, 2, 2), (130, 125, 140), (250, 250, 250), (90, 70, 55), (70, 110, 60))


def box_mean(values: np.ndarray, reach: int) -> np.ndarray:
    """Mean over squares of side 2 * reach + 1."""
    side = 2 * reach + 1
    total = np.pad(values, ((reach + 1, reach), (reach + 1, reach)), mode='edge').cumsum(0).cumsum(1)
    return (total[side:, side:] - total[:-side, side:] - total[side:, :-side] + total[:-side, :-side]) / side**2


def leaf_mask(photo: np.ndarray) -> np.ndarray:
    """Softly edged share of leaf in each pixel, 0..1 as float32."""
    pixels = photo.astype(np.float32)
    excess = np.maximum(pixels[..., 0], pixels[..., 1]) - pixels[..., 2]
    solid = box_mean((box_mean(excess, 1) > LEAST_EXCESS).astype(np.float32), 3) > 0.55
    return box_mean(solid.astype(np.float32), 1).astype(np.float32)


class Backgrounds:
    """The masks of the lab photos of one cache, and the scenes to lay the leaves on."""

    def __init__(self, cache: PhotoCache, rows: Sequence[dict]):
        self.cache = cache
        self.scenes = [row['row'] for row in rows if row['product_class'] in ('not_leaf', 'unlabelled')]
        self.masks: dict[int, np.ndarray] = {}
        for row in rows:
            # Healthy PlantVillage maize fills the frame: what looks like background there is glare.
            if row['source'] not in CUT_SOURCES or (row['crop'], row['disease']) == ('maize', 'healthy'):
                continue
            mask = leaf_mask(cache.photo(row['row']))
            if LEAF_SHARE[0] < mask.mean() < LEAF_SHARE[1]:
                self.masks[row['row']] = (mask * 255).astype(np.uint8)

    def colour(self, shape: tuple[int, ...], chance: np.random.Generator) -> np.ndarray:
        base = PLAIN_COLOURS[chance.integers(len(PLAIN_COLOURS))]
        grain = chance.integers(-12, 13, (*shape[:2], 1))
        return np.clip(np.array(base) + chance.integers(-15, 16, 3) + grain, 0, 255).astype(np.float32)

    def scene(self, side: int, chance: np.random.Generator) -> np.ndarray:
        photo = self.cache.photo(self.scenes[chance.integers(len(self.scenes))])
        top = chance.integers(photo.shape[0] - side + 1) if photo.shape[0] > side else 0
        left = chance.integers(photo.shape[1] - side + 1) if photo.shape[1] > side else 0
        piece = photo[top : top + side, left : left + side]
        return np.resize(piece, (side, side, 3)) if piece.shape[:2] != (side, side) else piece

    def swapped(self, row: int, window: np.ndarray, top: int, left: int, chance: np.random.Generator) -> np.ndarray:
        """A square window of a lab photo with another background; other photos as they are."""
        mask = self.masks.get(row)
        if mask is None:
            return window
        side = window.shape[0]
        share = mask[top : top + side, left : left + side, None].astype(np.float32) / 255
        plain = not self.scenes or chance.random() < 0.4
        other = self.colour(window.shape, chance) if plain else self.scene(side, chance)
        return (window * share + other * (1 - share)).astype(np.uint8)
