"""Decode the photos of labels.csv once into flat uint8 caches that training can read at random.

A cache holds every photo with its short side reduced to `short` pixels, one after the other in one
file, and an index (offset, height, width), in a folder named after the contents of labels.csv. Photos stay outside the repository.

    python ml/prepare.py --data $LEAF_DATA [--cache DIR] [--short 208 136]
"""

import argparse
import csv
import hashlib
import json
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from PIL import Image

CACHE = Path(os.environ.get('KUTU_CACHE', Path.home() / '.cache' / 'kutu-ml'))
SHORT_SIDES = (208, 136)
PRODUCT_CLASSES = ('common_rust', 'healthy', 'other_disease', 'not_leaf', 'unlabelled')


def read_labels(data: Path) -> list[dict[str, str]]:
    """Rows of labels.csv in file order; each photo's crop, disease, product_class, source, setting, split."""
    with open(data / 'labels.csv', newline='') as file:
        rows = list(csv.DictReader(file))
    unknown = {row['product_class'] for row in rows} - set(PRODUCT_CLASSES)
    if not rows or unknown:
        raise SystemExit(f'labels.csv: {len(rows)} rows, unknown product classes {sorted(unknown)}')
    return rows


def load_photo(path: Path) -> Image.Image:
    with Image.open(path) as image:
        return image.convert('RGB')


def reduced(job: tuple[str, int]) -> np.ndarray:
    """One photo as uint8 [h, w, 3], its short side at most `short` pixels."""
    path, short = job
    image = load_photo(Path(path))
    ratio = short / min(image.size)
    if ratio < 1:
        size = (max(short, round(image.width * ratio)), max(short, round(image.height * ratio)))
        image = image.resize(size, Image.Resampling.BILINEAR)
    return np.asarray(image)


def fingerprint(data: Path) -> str:
    return hashlib.sha256((data / 'labels.csv').read_bytes()).hexdigest()[:16]


def build(data: Path, cache: Path, short: int) -> None:
    """Write `<short>.bin` and `<short>.json` (offset, height, width of each row) unless they are there."""
    index_path = cache / f'{short}.json'
    if index_path.exists():
        return
    cache.mkdir(parents=True, exist_ok=True)
    jobs = [(str(data / row['path']), short) for row in read_labels(data)]
    places, offset = [], 0
    with open(cache / f'{short}.bin', 'wb') as out, ProcessPoolExecutor(os.cpu_count()) as pool:
        for pixels in pool.map(reduced, jobs, chunksize=64):
            out.write(pixels.tobytes())
            places.append([offset, pixels.shape[0], pixels.shape[1]])
            offset += pixels.size
    index_path.write_text(json.dumps(places))


class PhotoCache:
    """Random access to the photos of several folders, by their row in the joined labels."""

    def __init__(self, folders: Sequence[Path], cache: Path, short: int):
        self.short = short
        self.places: list[tuple[np.memmap, int, int, int]] = []
        for folder in folders:
            own = cache / fingerprint(folder)
            build(folder, own, short)
            pixels = np.memmap(own / f'{short}.bin', dtype=np.uint8, mode='r')
            self.places += [(pixels, *place) for place in json.loads((own / f'{short}.json').read_text())]

    def photo(self, row: int) -> np.ndarray:
        pixels, offset, height, width = self.places[row]
        return pixels[offset : offset + height * width * 3].reshape(height, width, 3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--data', type=Path, default=os.environ.get('LEAF_DATA'), required='LEAF_DATA' not in os.environ)
    parser.add_argument('--cache', type=Path, default=CACHE)
    parser.add_argument('--short', type=int, nargs='+', default=SHORT_SIDES)
    args = parser.parse_args()
    for short in args.short:
        folder = args.cache / fingerprint(Path(args.data))
        build(Path(args.data), folder, short)
        print(folder / f'{short}.bin')


if __name__ == '__main__':
    main()
