"""Photos without a leaf that are put together: cut-out objects on plants, tinted surfaces, spoilt frames, drawn pictures."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from PIL import Image

from objects import background
from prepare import load_photo, read_labels
from scenes_choice import LEAST_SIDE, SIDE, shuffled, why_not
from scenes_drawn import drawn
from scenes_files import Picture
from scenes_spoilt import page, spoilt, tinted

Made = Iterator[tuple[Image.Image, str]]
MOST_OBJECTS = 700
LEAST_AROUND = 0.1
LEAST_WITHIN = 0.85


@dataclass
class Ingredients:
    """What there is to put together: squares made so far (paths), pictures that may be cut-out objects, leaf photos."""

    squares: list[Path]
    pictures: list[Picture]
    data: Path
    share: float
    seed: int

    def count(self, usual: int) -> int:
        return max(1, round(usual * self.share))

    def chance(self, kind: int) -> np.random.Generator:
        return np.random.default_rng((self.seed, kind))

    def square(self, chance: np.random.Generator) -> tuple[Image.Image, str]:
        path = self.squares[int(chance.integers(len(self.squares)))]
        return load_photo(path), f'{path.parent.name}/{path.name}'

    @cached_property
    def objects(self) -> list[Picture]:
        """Pictures of solid objects with nothing around them; at most as many as are needed."""
        found = []
        for picture in sorted(self.pictures, key=shuffled):
            if len(found) == self.count(MOST_OBJECTS):
                break
            if (image := picture.opened()) and why_not(image) is None and is_object(image):
                found.append(picture)
        return found


def is_object(image: Image.Image) -> bool:
    """Whether it is cut out, and solid enough to hide what is behind it: its middle must not let plants shine through."""
    alpha = image.getchannel('A')
    if (np.asarray(alpha.resize((64, 64))) < 64).mean() < LEAST_AROUND:
        return False
    box = alpha.point(lambda value: 255 if value > 64 else 0).getbbox()
    if box is None or min(box[2] - box[0], box[3] - box[1]) < LEAST_SIDE // 2:
        return False
    inner = np.asarray(alpha.crop(box).resize((32, 32)))[8:24, 8:24]
    return bool((inner > 192).mean() > LEAST_WITHIN)


def pasted(of: Ingredients) -> Made:
    """Objects over half to all of the frame, on plants of the training photos or on soft colours."""
    rows = [row for row in read_labels(of.data) if row['split'] in ('train', 'extra')]
    scenes = tuple([of.data / row['path'] for row in rows if row['crop'] == crop] for crop in ('other', 'weed'))
    chance = of.chance(1)
    for number in range(of.count(900) if of.objects else 0):
        picture = of.objects[number % len(of.objects)]
        image = picture.opened()
        if image is None:
            continue
        ground = background(chance, scenes)
        place_object(ground, image.crop(image.getchannel('A').getbbox()), chance)
        yield ground, f'{picture.package}/{picture.name}'


def place_object(ground: Image.Image, object_: Image.Image, chance: np.random.Generator) -> None:
    """The object at 65 to 130 % of the frame, mirrored at random, somewhere near the middle."""
    ratio = SIDE * chance.uniform(0.65, 1.3) / max(object_.size)
    size = (max(8, int(object_.width * ratio)), max(8, int(object_.height * ratio)))
    object_ = object_.resize(size, Image.Resampling.BILINEAR)
    if chance.random() < 0.5:
        object_ = object_.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    left, top = (int((SIDE - length) / 2 + chance.normal() * SIDE * 0.08) for length in size)
    ground.paste(object_, (left, top), object_)


def green(of: Ingredients) -> Made:
    chance = of.chance(2)
    for _ in range(of.count(450)):
        image, origin = of.square(chance)
        yield tinted(image, chance), origin


def frames(of: Ingredients) -> Made:
    chance = of.chance(3)
    for number in range(of.count(250)):
        image, origin = of.square(chance)
        frame, kind = spoilt(image, chance, number)
        yield frame, f'{kind} {origin}'


def formulas(of: Ingredients) -> Made:
    chance = of.chance(4)
    for number in range(of.count(900)):
        yield drawn(chance, number)


def pages(of: Ingredients) -> Made:
    chance = of.chance(5)
    for _ in range(of.count(300)):
        yield page(chance)


MADE: dict[str, Callable[[Ingredients], Made]] = {
    'scenes-pasted': pasted,
    'scenes-tinted': green,
    'scenes-spoilt': frames,
    'scenes-drawn': formulas,
    'scenes-pages': pages,
}
