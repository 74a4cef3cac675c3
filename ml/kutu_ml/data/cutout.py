"""Finds the leaf of a lab photo by color.

A leaf pixel has less blue than red or green; black, gray and white have not.
"""

import numpy as np

LAB_SOURCES = ('PlantVillage', 'rice-background-removed')
"""Sources whose leaves lie on a plain background."""
MIN_COLOR_EXCESS = 14
"""Smallest max(red, green) - blue of a leaf pixel, in levels of 255."""
MIN_LEAF_FRACTION = 0.55
"""Fraction of leaf pixels around a pixel from which it counts as leaf."""


def has_plain_background(row: dict) -> bool:
    """Tells whether a photo shows a leaf on a plain background.

    Healthy PlantVillage maize is not among them: it fills the frame, and what looks like background there is glare.
    """
    return row['source'] in LAB_SOURCES and (row['crop'], row['disease']) != ('maize', 'healthy')


def box_mean(values: np.ndarray, radius: int) -> np.ndarray:
    """Returns the mean over squares of side 2 * radius + 1 around each pixel; edges are repeated."""
    side = 2 * radius + 1
    total = np.pad(values, ((radius + 1, radius), (radius + 1, radius)), mode='edge').cumsum(0).cumsum(1)
    return (total[side:, side:] - total[:-side, side:] - total[side:, :-side] + total[:-side, :-side]) / side**2


def leaf_mask(photo: np.ndarray) -> np.ndarray:
    """Returns the softly edged fraction of leaf in each pixel, float32 [h, w] of 0 to 1."""
    pixels = photo.astype(np.float32)
    excess = np.maximum(pixels[..., 0], pixels[..., 1]) - pixels[..., 2]
    solid = box_mean((box_mean(excess, 1) > MIN_COLOR_EXCESS).astype(np.float32), 3) > MIN_LEAF_FRACTION
    return box_mean(solid.astype(np.float32), 1).astype(np.float32)
