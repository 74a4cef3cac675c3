"""Pictures drawn by formula that show no leaf: surfaces, gradients, patterns, noise, fractals.

Every one is a 256 px square; `chance` decides all. Many are green or rust-coloured, because colour alone makes no leaf.
"""

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

SIDE = 256
Y, X = np.mgrid[0:SIDE, 0:SIDE] / SIDE


def colour(chance: np.random.Generator) -> np.ndarray:
    """Any colour; more often a green, a yellow-green or a brown than even chance would give."""
    kind = chance.random()
    if kind < 0.4:
        green = chance.uniform(50, 255)
        return np.array((green * chance.uniform(0.2, 0.95), green, green * chance.uniform(0.05, 0.7)))
    if kind < 0.5:
        red = chance.uniform(60, 220)
        return np.array((red, red * chance.uniform(0.4, 0.8), red * chance.uniform(0.1, 0.4)))
    return chance.uniform(0, 255, 3)


def image_of(pixels: np.ndarray) -> Image.Image:
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


def blend(share: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    return first + share[..., None] * (second - first)


def relief(chance: np.random.Generator, slope: float) -> np.ndarray:
    """Noise [256, 256] from 0 to 1 whose strength falls with frequency: 0 is snow on a screen, 2 is clouds."""
    frequency = np.hypot(np.fft.fftfreq(SIDE)[:, None], np.fft.rfftfreq(SIDE)[None, :])
    frequency[0, 0] = 1
    spectrum = chance.normal(size=frequency.shape) + 1j * chance.normal(size=frequency.shape)
    field = np.fft.irfft2(spectrum / frequency**slope, (SIDE, SIDE))
    return (field - field.min()) / (np.ptp(field) + 1e-12)


def turned(chance: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Two axes at a right angle in a random direction."""
    angle = chance.uniform(0, 2 * np.pi)
    return X * np.cos(angle) + Y * np.sin(angle), Y * np.cos(angle) - X * np.sin(angle)


def plain(chance: np.random.Generator) -> np.ndarray:
    return colour(chance) + np.zeros((SIDE, SIDE, 1)) + chance.normal(0, chance.uniform(0, 6), (SIDE, SIDE, 1))


def gradient(chance: np.random.Generator) -> np.ndarray:
    """A smooth passage between two colours, straight or round, or between four in the corners."""
    if chance.random() < 0.3:
        base = colour(chance)
        corners = np.stack([base + chance.normal(0, 40, 3) for _ in range(4)]).reshape(2, 2, 3).clip(0, 255).astype(np.uint8)
        return np.asarray(Image.fromarray(corners).resize((SIDE, SIDE), Image.Resampling.BILINEAR)).astype(float)
    across, _ = turned(chance)
    centre = chance.uniform(0, 1, 2)
    share = np.hypot(X - centre[0], Y - centre[1]) if chance.random() < 0.5 else across
    share = (share - share.min()) / np.ptp(share)
    first = colour(chance)
    second = first * chance.uniform(0.3, 1.6) if chance.random() < 0.6 else colour(chance)
    return blend(share ** chance.uniform(0.6, 1.6), first, second)


def stripes(chance: np.random.Generator) -> np.ndarray:
    across, along = turned(chance)
    wave = np.sin(2 * np.pi * (across + chance.uniform(0, 0.05) * np.sin(along * chance.uniform(3, 12))) * chance.uniform(2, 40))
    share = wave / 2 + 0.5 if chance.random() < 0.5 else (wave > chance.uniform(-0.8, 0.8)).astype(float)
    return blend(share, colour(chance), colour(chance))


def checker(chance: np.random.Generator) -> np.ndarray:
    across, along = turned(chance)
    count = chance.uniform(3, 30)
    share = (np.floor(across * count) + np.floor(along * count)) % 2
    return blend(share, colour(chance), colour(chance))


def dots(chance: np.random.Generator) -> np.ndarray:
    """Round spots, in rows or strewn, soft or sharp, on a plain ground."""
    across, along = turned(chance)
    count = chance.uniform(4, 24)
    if chance.random() < 0.5:
        distance = np.hypot((across * count) % 1 - 0.5, (along * count) % 1 - 0.5)
    else:
        centres = chance.uniform(0, 1, (int(count * 4), 2))
        distance = np.min(np.hypot(X[..., None] - centres[:, 0], Y[..., None] - centres[:, 1]), 2) * count
    share = 1 / (1 + np.exp((distance - chance.uniform(0.15, 0.4)) * chance.uniform(10, 80)))
    return blend(share, colour(chance), colour(chance))


def noise(chance: np.random.Generator) -> np.ndarray:
    if chance.random() < 0.3:
        return np.stack([relief(chance, chance.uniform(0, 2)) for _ in range(3)], 2) * 255
    return blend(relief(chance, chance.uniform(0, 1.8)), colour(chance), colour(chance))


def cells(chance: np.random.Generator) -> np.ndarray:
    """Cells about random points, plain or with dark joints, as tiles, cracked mud or scales."""
    points = chance.uniform(0, 1, (int(chance.integers(8, 90)), 2))
    distance = np.hypot(X[..., None] - points[:, 0], Y[..., None] - points[:, 1])
    nearest = np.partition(distance, 1, axis=2)
    base, spread = colour(chance), chance.uniform(5, 70)
    tints = base + chance.normal(0, spread, (len(points), 3))
    joint = 1 / (1 + np.exp(-(nearest[..., 1] - nearest[..., 0] - chance.uniform(0, 0.02)) * 400))
    return tints[distance.argmin(2)] * joint[..., None]


def woven(chance: np.random.Generator) -> np.ndarray:
    """Cloth: warp and weft in one colour, with folds."""
    across, along = turned(chance)
    count = chance.uniform(8, 45)
    over = (np.floor(across * count) + np.floor(along * count)) % 2
    thread = np.where(over > 0, np.abs(np.sin(np.pi * across * count)), np.abs(np.sin(np.pi * along * count)))
    folds = relief(chance, chance.uniform(1.6, 2.4)) * chance.uniform(0.2, 0.9) + 0.5
    return colour(chance) * ((0.7 + 0.3 * thread) * folds)[..., None]


def wall(chance: np.random.Generator) -> np.ndarray:
    """A painted wall or a tarpaulin: one colour, stains, fine grain, a shadow's edge, perhaps joints or a rope line."""
    shade = 0.7 + 0.3 * relief(chance, chance.uniform(1.2, 2.0)) + 0.15 * (relief(chance, chance.uniform(0, 0.8)) - 0.5)
    across, along = turned(chance)
    if chance.random() < 0.5:
        shade = shade * np.where(across > chance.uniform(-0.3, 0.9), chance.uniform(0.4, 0.8), 1)
    if chance.random() < 0.4:
        shade = shade * np.where((along * chance.uniform(2, 9)) % 1 < 0.03, 0.5, 1)
    return colour(chance) * shade[..., None]


def julia(chance: np.random.Generator) -> np.ndarray:
    angle, zoom = chance.uniform(0, 2 * np.pi), chance.uniform(0.4, 2.6)
    point = (X - 0.5 + 1j * (Y - 0.5)) * zoom + chance.normal(0, 0.2) + 1j * chance.normal(0, 0.2)
    constant = 0.7885 * np.exp(1j * angle)
    steps = np.zeros(point.shape)
    for _ in range(60):
        inside = np.abs(point) < 4
        point = np.where(inside, point**2 + constant, point)
        steps += inside
    share = (steps / 60) ** chance.uniform(0.3, 1)
    return blend(share, colour(chance), colour(chance)) * (0.6 + 0.4 * np.cos(steps * chance.uniform(0, 0.6)))[..., None]


def boxes(chance: np.random.Generator) -> np.ndarray:
    """Overlapping rectangles and ellipses in plain colours, as in signs, toys and drawings."""
    image = image_of(plain(chance))
    draw = ImageDraw.Draw(image)
    for _ in range(int(chance.integers(2, 16))):
        left, top = chance.uniform(-60, 220, 2)
        width, height = chance.uniform(10, 180, 2)
        shape = draw.rectangle if chance.random() < 0.5 else draw.ellipse
        shape((left, top, left + width, top + height), fill=tuple(int(c) for c in colour(chance).clip(0, 255)))
    return np.asarray(image).astype(float)


FORMULAS: tuple[Callable[[np.random.Generator], np.ndarray], ...] = (
    plain, gradient, gradient, gradient, stripes, checker, dots, noise, cells, woven, woven, wall, wall, julia, boxes,
)  # fmt: skip


def drawn(chance: np.random.Generator, number: int) -> tuple[Image.Image, str]:
    """One drawn picture, the kinds in turn, sometimes softened or lit from one side."""
    formula = FORMULAS[number % len(FORMULAS)]
    pixels = formula(chance)
    if chance.random() < 0.3:
        across, _ = turned(chance)
        pixels = pixels * (1 + chance.uniform(-0.5, 0.5) * across)[..., None]
    image = image_of(pixels)
    if chance.random() < 0.25:
        image = image.filter(ImageFilter.GaussianBlur(float(chance.uniform(0.5, 4))))
    return image, formula.__name__
