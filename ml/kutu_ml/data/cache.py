"""Decodes the photos of labels.csv once into flat uint8 files that training can read at random.

A cache file holds every photo with its short side reduced to `short` pixels, one after the other, and an index
(offset, height, width). Its folder is named after the contents of labels.csv and lies outside the repository.
"""

import argparse
import hashlib
import json
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from PIL import Image

from kutu_ml.cli import add_data_option
from kutu_ml.data.labels import load_photo, photo_path, read_labels
from kutu_ml.paths import CACHE

SHORT_SIDES = (256, 176)


def reduce_photo(job: tuple[str, int]) -> np.ndarray:
    """Reads one photo as uint8 [h, w, 3] with a short side of at most `short` pixels."""
    path, short = job
    image = load_photo(Path(path))
    ratio = short / min(image.size)
    if ratio < 1:
        size = (max(short, round(image.width * ratio)), max(short, round(image.height * ratio)))
        image = image.resize(size, Image.Resampling.BILINEAR)
    return np.asarray(image)


def labels_digest(data: Path) -> str:
    return hashlib.sha256((data / 'labels.csv').read_bytes()).hexdigest()[:16]


def build_cache(data: Path, folder: Path, short: int) -> None:
    """Writes `<short>.bin` and `<short>.json` (offset, height, width of each row) unless they exist."""
    index_path = folder / f'{short}.json'
    if index_path.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(str(photo_path(row)), short) for row in read_labels(data)]
    index, offset = [], 0
    with open(folder / f'{short}.bin', 'wb') as out, ProcessPoolExecutor(os.cpu_count()) as pool:
        for pixels in pool.map(reduce_photo, jobs, chunksize=64):
            out.write(pixels.tobytes())
            index.append([offset, pixels.shape[0], pixels.shape[1]])
            offset += pixels.size
    index_path.write_text(json.dumps(index))


class PhotoCache:
    """Random access to the photos of several folders, by their row in the joined labels."""

    def __init__(self, folders: Sequence[Path], cache: Path, short: int):
        self.short = short
        self.entries: list[tuple[np.memmap, int, int, int]] = []
        for data in folders:
            folder = cache / labels_digest(data)
            build_cache(data, folder, short)
            pixels = np.memmap(folder / f'{short}.bin', dtype=np.uint8, mode='r')
            self.entries += [(pixels, *entry) for entry in json.loads((folder / f'{short}.json').read_text())]

    def photo(self, row: int) -> np.ndarray:
        """Returns the photo of a row, uint8 [h, w, 3], as a view into the file."""
        pixels, offset, height, width = self.entries[row]
        return pixels[offset : offset + height * width * 3].reshape(height, width, 3)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_option(parser)
    parser.add_argument('--cache', type=Path, default=CACHE, metavar='DIR')
    parser.add_argument('--short', type=int, nargs='+', default=SHORT_SIDES, metavar='PX', help='short sides to cache')


def run(args: argparse.Namespace) -> None:
    for data in args.data:
        for short in args.short:
            folder = args.cache / labels_digest(data)
            build_cache(data, folder, short)
            print(folder / f'{short}.bin')
