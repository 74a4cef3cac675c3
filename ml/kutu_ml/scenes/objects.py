"""Makes photos without a leaf out of cut-out objects on plants, rooms or plain colors, with their own labels.csv.

    python -m kutu_ml objects --stamps DIR --data $LEAF_DATA --out ~/.cache/kutu-ml/objects

The stamps are those of the Debian package tuxpaint-stamps-default (GPL-2+), unpacked anywhere; its plants are left
out. Backgrounds come from the train and extra splits only.
"""

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from kutu_ml.cli import add_data_option
from kutu_ml.data.labels import load_photo, photo_path, read_labels

MIN_BYTES = 8_000
EXCLUDED_FOLDERS = ('plants', 'symbols', 'bugs', 'insects', 'bugs_arachnids')
SIDE = 256
P_GRADIENT = 0.15
COLUMNS = ('path', 'split', 'crop', 'disease', 'product_class', 'source', 'setting')


def find_stamps(folder: Path) -> list[Path]:
    """Returns the raster stamps large enough to look like photos, in a fixed order."""
    found = [path for path in sorted(folder.rglob('*.png')) if path.stat().st_size >= MIN_BYTES]
    return [path for path in found if not set(path.parts) & set(EXCLUDED_FOLDERS)]


def background_photos(data: Sequence[Path]) -> tuple[list[Path], ...]:
    """Returns the photos that serve as backgrounds: those without a leaf and those of weeds."""
    rows = [row for row in read_labels(*data) if row['split'] in ('train', 'extra')]
    return tuple([photo_path(row) for row in rows if row['crop'] == crop] for crop in ('other', 'weed'))


def random_background(rng: np.random.Generator, photos: tuple[list[Path], ...]) -> Image.Image:
    """Returns a random square of a photo, each kind equally often, or a soft gradient of four colors."""
    if rng.random() < P_GRADIENT:
        corners = rng.integers(0, 256, (2, 2, 3)).astype(np.uint8)
        return Image.fromarray(corners).resize((SIDE, SIDE), Image.Resampling.BILINEAR)
    kind = photos[rng.integers(len(photos))]
    photo = load_photo(kind[rng.integers(len(kind))])
    side = int(min(photo.size) * rng.uniform(0.5, 1))
    left, top = (int(rng.integers(length - side + 1)) for length in photo.size)
    return photo.resize((SIDE, SIDE), Image.Resampling.BILINEAR, (left, top, left + side, top + side))


def paste_object(
    background: Image.Image, stamp: Image.Image, rng: np.random.Generator, scale: tuple[float, float]
) -> None:
    """Pastes an RGBA picture near the middle, mirrored at random; `scale` is its range of sizes, 1 being the frame."""
    ratio = SIDE * rng.uniform(*scale) / max(stamp.size)
    size = (max(8, int(stamp.width * ratio)), max(8, int(stamp.height * ratio)))
    stamp = stamp.resize(size, Image.Resampling.BILINEAR)
    if rng.random() < 0.5:
        stamp = stamp.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    left, top = (int((SIDE - length) / 2 + rng.normal() * SIDE * 0.08) for length in size)
    background.paste(stamp, (left, top), stamp)


def make_objects(stamps: Path, data: Sequence[Path], out: Path, count: int, seed: int) -> None:
    """Writes `count` photos and their labels.csv to `out`."""
    rng = np.random.default_rng(seed)
    files = find_stamps(stamps)
    if not files:
        raise SystemExit(f'no stamps under {stamps}')
    photos = background_photos(data)
    out.mkdir(parents=True, exist_ok=True)
    with open(out / 'labels.csv', 'w', newline='') as file:
        table = csv.writer(file)
        table.writerow(COLUMNS)
        for number in range(count):
            path = f'{number:04d}.jpg'
            image = random_background(rng, photos)
            with Image.open(files[number % len(files)]) as stamp:
                paste_object(image, stamp.convert('RGBA'), rng, (0.6, 1.2))
            image.save(out / path, quality=85)
            table.writerow((path, 'extra', 'other', 'not_leaf', 'not_leaf', 'tuxpaint-stamps', 'field'))
    print(f'{count} photos of {len(files)} stamps in {out}')


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_option(parser)
    parser.add_argument('--stamps', type=Path, required=True, metavar='DIR')
    parser.add_argument('--out', type=Path, required=True, metavar='DIR')
    parser.add_argument('--count', type=int, default=1500)
    parser.add_argument('--seed', type=int, default=1)


def run(args: argparse.Namespace) -> None:
    make_objects(args.stamps, args.data, args.out.expanduser(), args.count, args.seed)
