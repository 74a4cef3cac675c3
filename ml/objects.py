"""Make photos without a leaf: cut-out objects on plants, rooms or plain colours, as a folder with its own labels.csv.

The stamps are those of the Debian package tuxpaint-stamps-default (GPL-2+), unpacked anywhere; its plants are left out.
Backgrounds come from the train and extra splits only.

    python ml/objects.py --stamps DIR --data $LEAF_DATA --out ~/.cache/kutu-ml/objects
"""

import argparse
import csv
import os
from pathlib import Path

import numpy as np
from PIL import Image

from prepare import load_photo, read_labels

LEAST_BYTES = 8_000
LEFT_OUT = ('plants', 'symbols', 'bugs', 'insects', 'bugs_arachnids')
SIDE = 256


def stamp_files(folder: Path) -> list[Path]:
    """Raster stamps large enough to look like photos, in a fixed order."""
    found = [path for path in sorted(folder.rglob('*.png')) if path.stat().st_size >= LEAST_BYTES]
    return [path for path in found if not set(path.parts) & set(LEFT_OUT)]


def background(chance: np.random.Generator, scenes: tuple[list[Path], list[Path]]) -> Image.Image:
    """A random square of a scene (kinds of scenes equally often), or a soft gradient of four colours."""
    if chance.random() < 0.15:
        corners = chance.integers(0, 256, (2, 2, 3)).astype(np.uint8)
        return Image.fromarray(corners).resize((SIDE, SIDE), Image.Resampling.BILINEAR)
    kind = scenes[chance.integers(len(scenes))]
    scene = load_photo(kind[chance.integers(len(kind))])
    side = int(min(scene.size) * chance.uniform(0.5, 1))
    left, top = (int(chance.integers(length - side + 1)) for length in scene.size)
    return scene.resize((SIDE, SIDE), Image.Resampling.BILINEAR, (left, top, left + side, top + side))


def composed(chance: np.random.Generator, stamp: Path, scenes: tuple[list[Path], list[Path]]) -> Image.Image:
    """The stamp at 60 to 120 % of the frame, mirrored at random, somewhere near the middle."""
    image = background(chance, scenes)
    with Image.open(stamp) as opened:
        object_ = opened.convert('RGBA')
    ratio = SIDE * chance.uniform(0.6, 1.2) / max(object_.size)
    size = tuple(max(8, int(length * ratio)) for length in object_.size)
    object_ = object_.resize(size, Image.Resampling.BILINEAR)
    if chance.random() < 0.5:
        object_ = object_.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    place = tuple(int((SIDE - length) / 2 + chance.normal() * SIDE * 0.08) for length in size)
    image.paste(object_, place, object_)
    return image


def make(stamps: Path, data: Path, out: Path, count: int, seed: int) -> None:
    chance = np.random.default_rng(seed)
    files = stamp_files(stamps)
    if not files:
        raise SystemExit(f'no stamps under {stamps}')
    rows = [row for row in read_labels(data) if row['split'] in ('train', 'extra')]
    scenes = tuple([data / row['path'] for row in rows if row['crop'] == crop] for crop in ('other', 'weed'))
    out.mkdir(parents=True, exist_ok=True)
    with open(out / 'labels.csv', 'w', newline='') as file:
        table = csv.writer(file)
        table.writerow(('path', 'split', 'crop', 'disease', 'product_class', 'source', 'setting'))
        for number in range(count):
            path = f'{number:04d}.jpg'
            composed(chance, files[number % len(files)], scenes).save(out / path, quality=85)
            table.writerow((path, 'extra', 'other', 'not_leaf', 'not_leaf', 'tuxpaint-stamps', 'field'))
    print(f'{count} photos of {len(files)} stamps in {out}')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--stamps', type=Path, required=True)
    parser.add_argument('--data', type=Path, default=os.environ.get('LEAF_DATA'))
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--count', type=int, default=1500)
    parser.add_argument('--seed', type=int, default=1)
    args = parser.parse_args()
    make(args.stamps, Path(args.data), args.out, args.count, args.seed)


if __name__ == '__main__':
    main()
