"""Which pictures of a package serve as photos without a leaf, and the squares cut out of them.

Left out: what its name says shows plants, what scenes_left_out.txt names after the pictures were looked at, normal maps and
other technical images, the flat, the tiny, the very long, the nearly transparent, and near copies of what is already there.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

import numpy as np
from PIL import Image

from scenes_files import Picture

SIDE = 256
LEAST_SIDE = 128
LONGEST = 3.0
LEAST_OPAQUE = 0.15
LEAST_SPREAD = 7.0
NEAR_COPY = 5
# A word of the name that begins with one of these shows a plant, or may.
PLANT_STARTS = (
    'leaf leaves plant grass tree flower bush crop moss forest foliage jungle garden vegetation vegetable shrub '
    'bamboo fern flora weed meadow lawn orchard vineyard grape cactus agave lily lotus tulip orchid daisy clover '
    'sunflower petal blossom bark trunk branch twig wheat maize corn rice banana coconut cabbage lettuce tomato '
    'potato pepper pumpkin carrot olive fruit apple cherry lemon mango peach melon autumn spring seedling sprout '
    'mushroom lichen algae kelp seaweed baobab poplar cypress cedar birch willow aloe acacia papyrus herb berry '
    'strawberry wreath garland canopy canopee savanna pasture prairie swamp'
).split()
PLANT_WORDS = frozenset((
    'hedge hedges ivy oak oaks fern veg palm palms pine pines fir firs hay vine vines rose roses '
    'reed reeds pea peas bean beans'
).split())
TECHNICAL = re.compile(
    r'(_|-|\b)(n|nm|nor|norm|normal|normals|normalmap|nmap|nrm|bump|height|heightmap|displ|spec|specular|s|g|gloss|'
    r'glossmap|gloss_map|mask|ao|alpha|glow|emissive|local|roughness|lightmap|data|hf|cmap|fmap)(\.[a-z0-9]+)+$'
)


def words_of(name: str) -> list[str]:
    """The words of a file's path in small letters, camel case and digits taken apart."""
    return re.findall(r'[a-z]+', re.sub(r'([a-z])([A-Z])', r'\1 \2', name).lower())


def names_a_plant(name: str) -> bool:
    return any(word in PLANT_WORDS or word.startswith(tuple(PLANT_STARTS)) for word in words_of(name))


def is_technical(name: str) -> bool:
    return TECHNICAL.search(name.lower()) is not None


def read_left_out(path: Path) -> dict[str, list[str]]:
    """Patterns of names by package: one `package pattern` a line, lines of # are remarks."""
    patterns: dict[str, list[str]] = {}
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith('#'):
            package, pattern = line.split(maxsplit=1)
            patterns.setdefault(package, []).append(pattern.strip())
    return patterns


def eligible(pictures: Iterable[Picture], left_out: dict[str, list[str]]) -> list[Picture]:
    """The pictures whose names speak for them, in an order by chance that adding others does not change."""
    kept = [
        picture
        for picture in pictures
        if not names_a_plant(picture.name)
        and not is_technical(picture.name)
        and not any(fnmatchcase(picture.name, pattern) for pattern in left_out.get(picture.package, []))
    ]
    return sorted(kept, key=shuffled)


def shuffled(picture: Picture) -> bytes:
    return hashlib.sha256(f'{picture.package} {picture.name}'.encode()).digest()


def chance_of(seed: int, picture: Picture) -> np.random.Generator:
    digest = hashlib.sha256(f'{seed} {picture.package} {picture.name}'.encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], 'little'))


def why_not(image: Image.Image) -> str | None:
    """What is wrong with a decoded picture as a photo, or nothing."""
    if min(image.size) < LEAST_SIDE:
        return 'tiny'
    if max(image.size) > LONGEST * min(image.size):
        return 'long'
    pixels = np.asarray(image.resize((64, 64), Image.Resampling.BOX)).astype(np.float32)
    if (pixels[..., 3] > 127).mean() < LEAST_OPAQUE:
        return 'transparent'
    colour = pixels[..., :3][pixels[..., 3] > 127]
    if colour.mean(1).std() < LEAST_SPREAD and colour.std(0).max() < LEAST_SPREAD:
        return 'flat'
    red, green, blue = colour.mean(0)
    if blue > 200 and abs(red - 128) < 15 and abs(green - 128) < 15:
        return 'normal map'
    grey = np.ptp(colour, axis=1).max() < 6
    if grey and ((colour < 10) | (colour > 245)).all(1).mean() > 0.9:
        return 'mask'
    return None


def fingerprint_of(image: Image.Image) -> int:
    """64 bits: whether each of 8 x 8 places is brighter than its right neighbour."""
    grey = np.asarray(image.convert('L').resize((9, 8), Image.Resampling.BOX)).astype(int)
    return int.from_bytes(np.packbits(grey[:, 1:] > grey[:, :-1]).tobytes(), 'big')


@dataclass
class Seen:
    """Fingerprints met so far."""

    known: np.ndarray

    @classmethod
    def nothing(cls) -> 'Seen':
        return cls(np.empty(0, np.uint64))

    def is_new(self, fingerprint: int) -> bool:
        """Whether no near copy was met; from then on it counts as met."""
        apart = np.unpackbits((self.known ^ np.uint64(fingerprint)).view(np.uint8).reshape(-1, 8), axis=1).sum(1)
        if (apart <= NEAR_COPY).any():
            return False
        self.known = np.append(self.known, np.uint64(fingerprint))
        return True


def soft_colours(chance: np.random.Generator, size: tuple[int, int]) -> Image.Image:
    """A soft gradient of four colours by chance, from nearly plain to gaudy."""
    spread = chance.uniform(5, 90)
    corners = (chance.uniform(20, 235) + chance.normal(0, spread, (2, 2, 3))).clip(0, 255).astype(np.uint8)
    return Image.fromarray(corners).resize(size, Image.Resampling.BILINEAR)


def on_colours(image: Image.Image, chance: np.random.Generator) -> Image.Image:
    """Without transparency: what shines through is a soft gradient."""
    if image.getextrema()[3][0] > 250:
        return image.convert('RGB')
    ground = soft_colours(chance, image.size)
    ground.paste(image, (0, 0), image)
    return ground


def crops_for(image: Image.Image) -> int:
    """How many different squares a picture of this size is good for."""
    return next(count for least, count in ((1600, 6), (900, 4), (512, 2), (0, 1)) if min(image.size) >= least)


def square(image: Image.Image, chance: np.random.Generator, whole: bool) -> Image.Image:
    """A square somewhere in the picture, 256 px: its full short side, or 35 to 100 % of it."""
    short = min(image.size)
    side = short if whole else max(LEAST_SIDE, int(short * chance.uniform(0.35, 1)))
    left, top = (int(chance.integers(length - side + 1)) for length in image.size)
    return image.resize((SIDE, SIDE), Image.Resampling.LANCZOS, (left, top, left + side, top + side))
