"""Selects the pictures of a package that serve as photos without a leaf, and cuts squares out of them.

Left out: pictures whose name mentions plants, those that excluded.txt names after someone looked at them, normal maps
and other technical images, flat, tiny, very long and nearly transparent ones, and near duplicates.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

import numpy as np
from PIL import Image

from kutu_ml.scenes.archives import Picture

SIDE = 256
"""Side of the squares in px."""
MIN_SIDE = 128
"""Shortest side of a picture in px."""
MAX_ASPECT = 3.0
MIN_OPAQUE = 0.15
"""Fraction of the picture that must be opaque."""
MIN_SPREAD = 7.0
"""Smallest standard deviation of brightness or of a channel, in levels of 255; below it a picture is flat."""
MAX_HAMMING_DISTANCE = 5
"""Hashes that differ in at most this many of 64 bits belong to near duplicates."""
# A word of the name that starts with one of these may mean a plant.
PLANT_STARTS = (
    'leaf leaves plant grass tree flower bush crop moss forest foliage jungle garden vegetation vegetable shrub '
    'bamboo fern flora weed meadow lawn orchard vineyard grape cactus agave lily lotus tulip orchid daisy clover '
    'sunflower petal blossom bark trunk branch twig wheat maize corn rice banana coconut cabbage lettuce tomato '
    'potato pepper pumpkin carrot olive fruit apple cherry lemon mango peach melon autumn spring seedling sprout '
    'mushroom lichen algae kelp seaweed baobab poplar cypress cedar birch willow aloe acacia papyrus herb berry '
    'strawberry wreath garland canopy canopee savanna pasture prairie swamp'
).split()
PLANT_WORDS = frozenset(
    (
        'hedge hedges ivy oak oaks fern veg palm palms pine pines fir firs hay vine vines rose roses '
        'reed reeds pea peas bean beans'
    ).split()
)
TECHNICAL = re.compile(
    r'(_|-|\b)(n|nm|nor|norm|normal|normals|normalmap|nmap|nrm|bump|height|heightmap|displ|spec|specular|s|g|gloss|'
    r'glossmap|gloss_map|mask|ao|alpha|glow|emissive|local|roughness|lightmap|data|hf|cmap|fmap)(\.[a-z0-9]+)+$'
)


def split_words(name: str) -> list[str]:
    """Returns the words of a file's path in lower case, split at camel case and digits."""
    return re.findall(r'[a-z]+', re.sub(r'([a-z])([A-Z])', r'\1 \2', name).lower())


def names_a_plant(name: str) -> bool:
    return any(word in PLANT_WORDS or word.startswith(tuple(PLANT_STARTS)) for word in split_words(name))


def is_technical(name: str) -> bool:
    return TECHNICAL.search(name.lower()) is not None


def read_exclusions(path: Path) -> dict[str, list[str]]:
    """Returns patterns of names by package: one `package pattern` a line; lines with # are comments."""
    patterns: dict[str, list[str]] = {}
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith('#'):
            package, pattern = line.split(maxsplit=1)
            patterns.setdefault(package, []).append(pattern.strip())
    return patterns


def select_by_name(pictures: Iterable[Picture], exclusions: dict[str, list[str]]) -> list[Picture]:
    """Returns the pictures whose names pass, in a random order that adding other pictures does not change."""
    kept = [
        picture
        for picture in pictures
        if not names_a_plant(picture.name)
        and not is_technical(picture.name)
        and not any(fnmatchcase(picture.name, pattern) for pattern in exclusions.get(picture.package, []))
    ]
    return sorted(kept, key=shuffle_key)


def shuffle_key(picture: Picture) -> bytes:
    return hashlib.sha256(f'{picture.package} {picture.name}'.encode()).digest()


def picture_rng(seed: int, picture: Picture) -> np.random.Generator:
    """Returns a random generator that depends on the seed and the picture alone."""
    digest = hashlib.sha256(f'{seed} {picture.package} {picture.name}'.encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], 'little'))


def rejection_reason(image: Image.Image) -> str | None:
    """Returns why a decoded picture (RGBA) cannot serve as a photo, or None."""
    if min(image.size) < MIN_SIDE:
        return 'tiny'
    if max(image.size) > MAX_ASPECT * min(image.size):
        return 'long'
    pixels = np.asarray(image.resize((64, 64), Image.Resampling.BOX)).astype(np.float32)
    if (pixels[..., 3] > 127).mean() < MIN_OPAQUE:
        return 'transparent'
    color = pixels[..., :3][pixels[..., 3] > 127]
    if color.mean(1).std() < MIN_SPREAD and color.std(0).max() < MIN_SPREAD:
        return 'flat'
    red, green, blue = color.mean(0)
    if blue > 200 and abs(red - 128) < 15 and abs(green - 128) < 15:
        return 'normal map'
    is_gray = np.ptp(color, axis=1).max() < 6
    if is_gray and ((color < 10) | (color > 245)).all(1).mean() > 0.9:
        return 'mask'
    return None


def difference_hash(image: Image.Image) -> int:
    """Returns the 64-bit difference hash (dHash, Krawetz 2013): is each of 8 x 8 places brighter than its left one?"""
    gray = np.asarray(image.convert('L').resize((9, 8), Image.Resampling.BOX)).astype(int)
    return int.from_bytes(np.packbits(gray[:, 1:] > gray[:, :-1]).tobytes(), 'big')


@dataclass
class NearDuplicates:
    """The hashes of the pictures met so far."""

    hashes: np.ndarray

    @classmethod
    def empty(cls) -> 'NearDuplicates':
        return cls(np.empty(0, np.uint64))

    def add(self, new_hash: int) -> bool:
        """Adds a hash unless a near duplicate is known; returns whether it was added."""
        difference = (self.hashes ^ np.uint64(new_hash)).view(np.uint8).reshape(-1, 8)
        if (np.unpackbits(difference, axis=1).sum(1) <= MAX_HAMMING_DISTANCE).any():
            return False
        self.hashes = np.append(self.hashes, np.uint64(new_hash))
        return True


def soft_gradient(rng: np.random.Generator, size: tuple[int, int]) -> Image.Image:
    """Returns a soft gradient of four random colors, from nearly plain to gaudy."""
    spread = rng.uniform(5, 90)
    corners = (rng.uniform(20, 235) + rng.normal(0, spread, (2, 2, 3))).clip(0, 255).astype(np.uint8)
    return Image.fromarray(corners).resize(size, Image.Resampling.BILINEAR)


def flatten_alpha(image: Image.Image, rng: np.random.Generator) -> Image.Image:
    """Returns a picture without transparency: a soft gradient shows through."""
    if image.getextrema()[3][0] > 250:
        return image.convert('RGB')
    background = soft_gradient(rng, image.size)
    background.paste(image, (0, 0), image)
    return background


def max_squares(image: Image.Image) -> int:
    """Returns how many different squares a picture of this size is good for."""
    return next(count for side, count in ((1600, 6), (900, 4), (512, 2), (0, 1)) if min(image.size) >= side)


def random_square(image: Image.Image, rng: np.random.Generator, is_whole: bool) -> Image.Image:
    """Returns a square from somewhere in the picture: its full short side, or 35 to 100 % of it."""
    short = min(image.size)
    side = short if is_whole else max(MIN_SIDE, int(short * rng.uniform(0.35, 1)))
    left, top = (int(rng.integers(length - side + 1)) for length in image.size)
    return image.resize((SIDE, SIDE), Image.Resampling.LANCZOS, (left, top, left + side, top + side))
