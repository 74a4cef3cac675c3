"""Lays the leaves of training photos on other backgrounds.

The lab photos give their class away: maize rust lies on black, the other maize diseases on gray, masked rice on white.
"""

from collections.abc import Sequence

import numpy as np

from kutu_ml.data.cache import PhotoCache
from kutu_ml.data.cutout import has_plain_background, leaf_mask
from kutu_ml.settings import Settings

LAB_COVERAGE = (0.1, 0.93)
"""Fraction of a lab photo that is leaf, for a mask that can be trusted; both ends excluded."""
FIELD_COVERAGE = (0.15, 0.9)
"""The same for field photos."""
P_PLAIN = 0.4
"""Probability that the new background is a plain color and not a scene."""
PLAIN_COLORS = ((2, 2, 2), (130, 125, 140), (250, 250, 250), (90, 70, 55), (70, 110, 60))


class BackgroundSwap:
    """The leaf masks of one cache's photos, and the scenes that the leaves are laid on.

    Masks of lab photos are computed at once. Those of field photos, where the color rule also keeps soil and other
    plants, are computed on first use.
    """

    def __init__(self, cache: PhotoCache, rows: Sequence[dict]):
        self.cache = cache
        self.scenes = [row['row'] for row in rows if row['product_class'] in ('not_leaf', 'unlabelled')]
        self.masks: dict[int, np.ndarray | None] = {}
        lab = [row for row in rows if has_plain_background(row)]
        for row in lab:
            self.masks[row['row']] = self.compute_mask(row['row'], LAB_COVERAGE)
        self.lab = {row['row'] for row in lab}
        # Healthy PlantVillage maize keeps its background: see has_plain_background.
        self.field = {row['row'] for row in rows if row['setting'] == 'field'} - set(self.scenes)

    def compute_mask(self, row: int, coverage: tuple[float, float]) -> np.ndarray | None:
        """Returns a photo's leaf mask, uint8 [h, w] of 0 to 255, or None where the color rule does not fit it."""
        mask = leaf_mask(self.cache.photo(row))
        return (mask * 255).astype(np.uint8) if coverage[0] < mask.mean() < coverage[1] else None

    def mask(self, row: int) -> np.ndarray | None:
        if row not in self.masks:
            self.masks[row] = self.compute_mask(row, FIELD_COVERAGE) if row in self.field else None
        return self.masks[row]

    def probability(self, row: int, settings: Settings) -> float:
        """Returns the probability that this photo's background is swapped."""
        return settings.p_field_background_swap if row in self.field else settings.p_background_swap

    def plain_background(self, shape: tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
        base = PLAIN_COLORS[rng.integers(len(PLAIN_COLORS))]
        grain = rng.integers(-12, 13, (*shape[:2], 1))
        return np.clip(np.array(base) + rng.integers(-15, 16, 3) + grain, 0, 255).astype(np.float32)

    def scene(self, side: int, rng: np.random.Generator) -> np.ndarray:
        """Returns a random square of a photo without a labelled leaf."""
        photo = self.cache.photo(self.scenes[rng.integers(len(self.scenes))])
        top = rng.integers(photo.shape[0] - side + 1) if photo.shape[0] > side else 0
        left = rng.integers(photo.shape[1] - side + 1) if photo.shape[1] > side else 0
        crop = photo[top : top + side, left : left + side]
        return np.resize(crop, (side, side, 3)) if crop.shape[:2] != (side, side) else crop

    def swap(self, row: int, window: np.ndarray, top: int, left: int, rng: np.random.Generator) -> np.ndarray:
        """Returns a square window of a photo with another background; unchanged where the photo has no mask."""
        mask = self.mask(row)
        if mask is None:
            return window
        side = window.shape[0]
        alpha = mask[top : top + side, left : left + side, None].astype(np.float32) / 255
        is_plain = not self.scenes or rng.random() < P_PLAIN
        background = self.plain_background(window.shape, rng) if is_plain else self.scene(side, rng)
        return (window * alpha + background * (1 - alpha)).astype(np.uint8)
