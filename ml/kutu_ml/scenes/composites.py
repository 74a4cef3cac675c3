"""Composed photos without a leaf: objects pasted on plants, tinted surfaces, spoiled frames, drawn images."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from PIL import Image

from kutu_ml.data.labels import load_photo
from kutu_ml.scenes.archives import Picture
from kutu_ml.scenes.frames import draw_page, spoil_photo, tint_like_plants
from kutu_ml.scenes.objects import background_photos, paste_object, random_background
from kutu_ml.scenes.patterns import draw_pattern
from kutu_ml.scenes.selection import MIN_SIDE, rejection_reason, shuffle_key

Composites = Iterator[tuple[Image.Image, str]]
"""Images and where each came from."""
MAX_OBJECTS = 700
MIN_TRANSPARENT = 0.1
MIN_SOLID = 0.85


@dataclass
class Ingredients:
    """What composites are made of."""

    squares: list[Path]
    """Photos of the scenes made so far."""
    pictures: list[Picture]
    """Pictures that may be cut-out objects."""
    data: Sequence[Path]
    """Folders of leaf photos."""
    share: float
    """Fraction of the usual number to make, > 0."""
    seed: int

    def count(self, usual: int) -> int:
        return max(1, round(usual * self.share))

    def rng(self, kind: int) -> np.random.Generator:
        return np.random.default_rng((self.seed, kind))

    def random_square(self, rng: np.random.Generator) -> tuple[Image.Image, str]:
        path = self.squares[int(rng.integers(len(self.squares)))]
        return load_photo(path), f'{path.parent.name}/{path.name}'

    @cached_property
    def objects(self) -> list[Picture]:
        """Pictures of solid objects on transparency, at most as many as are needed."""
        found = []
        for picture in sorted(self.pictures, key=shuffle_key):
            if len(found) == self.count(MAX_OBJECTS):
                break
            if (image := picture.decode()) and rejection_reason(image) is None and is_cut_out(image):
                found.append(picture)
        return found


def is_cut_out(image: Image.Image) -> bool:
    """Tells whether a picture is a cut-out object whose middle is solid, so that plants do not show through."""
    alpha = image.getchannel('A')
    if (np.asarray(alpha.resize((64, 64))) < 64).mean() < MIN_TRANSPARENT:
        return False
    box = alpha.point(lambda value: 255 if value > 64 else 0).getbbox()
    if box is None or min(box[2] - box[0], box[3] - box[1]) < MIN_SIDE // 2:
        return False
    middle = np.asarray(alpha.crop(box).resize((32, 32)))[8:24, 8:24]
    return bool((middle > 192).mean() > MIN_SOLID)


def paste_objects(ingredients: Ingredients) -> Composites:
    """Yields objects at 65 to 130 % of the frame, on plants of the training photos or on soft colors."""
    photos = background_photos(ingredients.data)
    rng = ingredients.rng(1)
    for number in range(ingredients.count(900) if ingredients.objects else 0):
        picture = ingredients.objects[number % len(ingredients.objects)]
        image = picture.decode()
        if image is None:
            continue
        background = random_background(rng, photos)
        paste_object(background, image.crop(image.getchannel('A').getbbox()), rng, (0.65, 1.3))
        yield background, f'{picture.package}/{picture.name}'


def tint_squares(ingredients: Ingredients) -> Composites:
    rng = ingredients.rng(2)
    for _ in range(ingredients.count(450)):
        image, origin = ingredients.random_square(rng)
        yield tint_like_plants(image, rng), origin


def spoil_squares(ingredients: Ingredients) -> Composites:
    rng = ingredients.rng(3)
    for number in range(ingredients.count(250)):
        image, origin = ingredients.random_square(rng)
        frame, kind = spoil_photo(image, rng, number)
        yield frame, f'{kind} {origin}'


def draw_patterns(ingredients: Ingredients) -> Composites:
    rng = ingredients.rng(4)
    for number in range(ingredients.count(900)):
        yield draw_pattern(rng, number)


def draw_pages(ingredients: Ingredients) -> Composites:
    rng = ingredients.rng(5)
    for _ in range(ingredients.count(300)):
        yield draw_page(rng)


# By the source name that the composites get in labels.csv.
COMPOSITES: dict[str, Callable[[Ingredients], Composites]] = {
    'scenes-pasted': paste_objects,
    'scenes-tinted': tint_squares,
    'scenes-spoilt': spoil_squares,
    'scenes-drawn': draw_patterns,
    'scenes-pages': draw_pages,
}
