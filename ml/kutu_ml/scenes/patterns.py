"""Images drawn by formula that show no leaf: surfaces, gradients, patterns, noise, fractals.

Each is a square of 256 px, decided by the random generator. Many are green or rust-colored, because color alone makes
no leaf.
"""

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

SIDE = 256
Y, X = np.mgrid[0:SIDE, 0:SIDE] / SIDE


def random_color(rng: np.random.Generator) -> np.ndarray:
    """Returns an RGB color, more often green, yellow-green or brown than a uniform draw would."""
    kind = rng.random()
    if kind < 0.4:
        green = rng.uniform(50, 255)
        return np.array((green * rng.uniform(0.2, 0.95), green, green * rng.uniform(0.05, 0.7)))
    if kind < 0.5:
        red = rng.uniform(60, 220)
        return np.array((red, red * rng.uniform(0.4, 0.8), red * rng.uniform(0.1, 0.4)))
    return rng.uniform(0, 255, 3)


def to_image(pixels: np.ndarray) -> Image.Image:
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


def blend(t: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    return first + t[..., None] * (second - first)


def power_law_noise(rng: np.random.Generator, slope: float) -> np.ndarray:
    """Returns noise [256, 256] of 0 to 1 with amplitude 1 / frequency^slope: 0 is white noise, 2 is like clouds."""
    frequency = np.hypot(np.fft.fftfreq(SIDE)[:, None], np.fft.rfftfreq(SIDE)[None, :])
    frequency[0, 0] = 1
    spectrum = rng.normal(size=frequency.shape) + 1j * rng.normal(size=frequency.shape)
    field = np.fft.irfft2(spectrum / frequency**slope, (SIDE, SIDE))
    return (field - field.min()) / (np.ptp(field) + 1e-12)


def rotated_axes(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Returns the coordinates along two axes at a right angle, in a random direction."""
    angle = rng.uniform(0, 2 * np.pi)
    return X * np.cos(angle) + Y * np.sin(angle), Y * np.cos(angle) - X * np.sin(angle)


def plain(rng: np.random.Generator) -> np.ndarray:
    return random_color(rng) + np.zeros((SIDE, SIDE, 1)) + rng.normal(0, rng.uniform(0, 6), (SIDE, SIDE, 1))


def gradient(rng: np.random.Generator) -> np.ndarray:
    """A smooth transition between two colors, linear or radial, or between four in the corners."""
    if rng.random() < 0.3:
        base = random_color(rng)
        corners = (
            np.stack([base + rng.normal(0, 40, 3) for _ in range(4)]).reshape(2, 2, 3).clip(0, 255).astype(np.uint8)
        )
        return np.asarray(Image.fromarray(corners).resize((SIDE, SIDE), Image.Resampling.BILINEAR)).astype(float)
    across, _ = rotated_axes(rng)
    center = rng.uniform(0, 1, 2)
    t = np.hypot(X - center[0], Y - center[1]) if rng.random() < 0.5 else across
    t = (t - t.min()) / np.ptp(t)
    first = random_color(rng)
    second = first * rng.uniform(0.3, 1.6) if rng.random() < 0.6 else random_color(rng)
    return blend(t ** rng.uniform(0.6, 1.6), first, second)


def stripes(rng: np.random.Generator) -> np.ndarray:
    across, along = rotated_axes(rng)
    wave = np.sin(2 * np.pi * (across + rng.uniform(0, 0.05) * np.sin(along * rng.uniform(3, 12))) * rng.uniform(2, 40))
    t = wave / 2 + 0.5 if rng.random() < 0.5 else (wave > rng.uniform(-0.8, 0.8)).astype(float)
    return blend(t, random_color(rng), random_color(rng))


def checker(rng: np.random.Generator) -> np.ndarray:
    across, along = rotated_axes(rng)
    count = rng.uniform(3, 30)
    t = (np.floor(across * count) + np.floor(along * count)) % 2
    return blend(t, random_color(rng), random_color(rng))


def dots(rng: np.random.Generator) -> np.ndarray:
    """Round spots, in rows or scattered, soft or sharp, on a plain color."""
    across, along = rotated_axes(rng)
    count = rng.uniform(4, 24)
    if rng.random() < 0.5:
        distance = np.hypot((across * count) % 1 - 0.5, (along * count) % 1 - 0.5)
    else:
        centers = rng.uniform(0, 1, (int(count * 4), 2))
        distance = np.min(np.hypot(X[..., None] - centers[:, 0], Y[..., None] - centers[:, 1]), 2) * count
    t = 1 / (1 + np.exp((distance - rng.uniform(0.15, 0.4)) * rng.uniform(10, 80)))
    return blend(t, random_color(rng), random_color(rng))


def noise(rng: np.random.Generator) -> np.ndarray:
    if rng.random() < 0.3:
        return np.stack([power_law_noise(rng, rng.uniform(0, 2)) for _ in range(3)], 2) * 255
    return blend(power_law_noise(rng, rng.uniform(0, 1.8)), random_color(rng), random_color(rng))


def cells(rng: np.random.Generator) -> np.ndarray:
    """Voronoi cells with or without dark joints, like tiles, cracked mud or scales."""
    points = rng.uniform(0, 1, (int(rng.integers(8, 90)), 2))
    distance = np.hypot(X[..., None] - points[:, 0], Y[..., None] - points[:, 1])
    nearest = np.partition(distance, 1, axis=2)
    base, spread = random_color(rng), rng.uniform(5, 70)
    tints = base + rng.normal(0, spread, (len(points), 3))
    joint = 1 / (1 + np.exp(-(nearest[..., 1] - nearest[..., 0] - rng.uniform(0, 0.02)) * 400))
    return tints[distance.argmin(2)] * joint[..., None]


def woven(rng: np.random.Generator) -> np.ndarray:
    """Cloth: warp and weft in one color, with folds."""
    across, along = rotated_axes(rng)
    count = rng.uniform(8, 45)
    over = (np.floor(across * count) + np.floor(along * count)) % 2
    thread = np.where(over > 0, np.abs(np.sin(np.pi * across * count)), np.abs(np.sin(np.pi * along * count)))
    folds = power_law_noise(rng, rng.uniform(1.6, 2.4)) * rng.uniform(0.2, 0.9) + 0.5
    return random_color(rng) * ((0.7 + 0.3 * thread) * folds)[..., None]


def wall(rng: np.random.Generator) -> np.ndarray:
    """A painted wall or a tarpaulin: one color with stains, grain, the edge of a shadow, perhaps joints or a rope."""
    shade = (
        0.7
        + 0.3 * power_law_noise(rng, rng.uniform(1.2, 2.0))
        + 0.15 * (power_law_noise(rng, rng.uniform(0, 0.8)) - 0.5)
    )
    across, along = rotated_axes(rng)
    if rng.random() < 0.5:
        shade = shade * np.where(across > rng.uniform(-0.3, 0.9), rng.uniform(0.4, 0.8), 1)
    if rng.random() < 0.4:
        shade = shade * np.where((along * rng.uniform(2, 9)) % 1 < 0.03, 0.5, 1)
    return random_color(rng) * shade[..., None]


def julia(rng: np.random.Generator) -> np.ndarray:
    """A Julia set."""
    angle, zoom = rng.uniform(0, 2 * np.pi), rng.uniform(0.4, 2.6)
    point = (X - 0.5 + 1j * (Y - 0.5)) * zoom + rng.normal(0, 0.2) + 1j * rng.normal(0, 0.2)
    constant = 0.7885 * np.exp(1j * angle)
    steps = np.zeros(point.shape)
    for _ in range(60):
        inside = np.abs(point) < 4
        point = np.where(inside, point**2 + constant, point)
        steps += inside
    t = (steps / 60) ** rng.uniform(0.3, 1)
    return blend(t, random_color(rng), random_color(rng)) * (0.6 + 0.4 * np.cos(steps * rng.uniform(0, 0.6)))[..., None]


def boxes(rng: np.random.Generator) -> np.ndarray:
    """Overlapping rectangles and ellipses in plain colors, as in signs, toys and drawings."""
    image = to_image(plain(rng))
    draw = ImageDraw.Draw(image)
    for _ in range(int(rng.integers(2, 16))):
        left, top = rng.uniform(-60, 220, 2)
        width, height = rng.uniform(10, 180, 2)
        shape = draw.rectangle if rng.random() < 0.5 else draw.ellipse
        shape((left, top, left + width, top + height), fill=tuple(int(c) for c in random_color(rng).clip(0, 255)))
    return np.asarray(image).astype(float)


PATTERNS: tuple[Callable[[np.random.Generator], np.ndarray], ...] = (
    plain, gradient, gradient, gradient, stripes, checker, dots, noise, cells, woven, woven, wall, wall, julia, boxes,
)  # fmt: skip


def draw_pattern(rng: np.random.Generator, number: int) -> tuple[Image.Image, str]:
    """Returns one image and the name of its pattern. Patterns take turns; some are blurred or lit from one side."""
    pattern = PATTERNS[number % len(PATTERNS)]
    pixels = pattern(rng)
    if rng.random() < 0.3:
        across, _ = rotated_axes(rng)
        pixels = pixels * (1 + rng.uniform(-0.5, 0.5) * across)[..., None]
    image = to_image(pixels)
    if rng.random() < 0.25:
        image = image.filter(ImageFilter.GaussianBlur(float(rng.uniform(0.5, 4))))
    return image, pattern.__name__
