import csv
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

sys.path.insert(0, str(Path(__file__).parent.parent))

from export import export  # noqa: E402
from model import Shape  # noqa: E402
from settings import Settings  # noqa: E402
from train import train  # noqa: E402

SMALL = Settings(
    minutes=0.12, batch=16, sizes=((0.0, 32), (0.5, 64)), test_size=64, cache_small=32, cache_large=64,
    shape=Shape(8, (8, 16, 16, 16), (0, 1, 0, 0), 24), learning_rate=4e-3, average=0.9, threads=1,
)

COLUMNS = ('path', 'split', 'crop', 'disease', 'product_class', 'source', 'setting')
DRAWN = (
    ('maize', 'healthy', 'healthy', (60, 150, 50), 0),
    ('maize', 'rust', 'common_rust', (60, 150, 50), 1),
    ('maize', 'blight', 'other_disease', (60, 150, 50), 2),
    ('other', 'not_leaf', 'not_leaf', (150, 150, 160), 3),
    ('weed', 'any', 'unlabelled', (90, 180, 120), 0),
)


def drawn_photo(colour: tuple[int, int, int], kind: int, number: int) -> Image.Image:
    """A 72 x 64 scene drawn from numbers: plain, orange spots, brown stripes, or a grey grid."""
    y, x = np.mgrid[0:64, 0:72]
    pixels = np.zeros((64, 72, 3), np.int64) + np.array(colour) + ((x * 7 + y * 3 + number * 11) % 13)[..., None]
    if kind == 1:
        pixels[((x + number) % 12 < 4) & ((y + 2 * number) % 12 < 4)] = (220, 110, 20)
    if kind == 2:
        pixels[(x + y + number) % 24 < 8] = (110, 80, 50)
    if kind == 3:
        pixels[(x + number) % 16 < 3] = (20, 20, 30)
        pixels[(y + number) % 16 < 3] = (20, 20, 30)
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


@pytest.fixture(scope='session')
def drawn_data(tmp_path_factory) -> Path:
    """A folder like the leaf photos: labels.csv and JPEG files, all drawn from numbers."""
    folder = tmp_path_factory.mktemp('drawn')
    counts = {'train': 12, 'val': 6, 'test_lab': 4, 'test_field': 4}
    with open(folder / 'labels.csv', 'w', newline='') as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        for crop, disease, product_class, colour, kind in DRAWN:
            splits = {'extra': 6} if product_class == 'unlabelled' else counts
            for split, count in splits.items():
                for number in range(count):
                    path = f'{split}/{crop}__{disease}/{number:03d}.jpg'
                    (folder / path).parent.mkdir(parents=True, exist_ok=True)
                    drawn_photo(colour, kind, number + len(split) * 17).save(folder / path, quality=90)
                    setting = 'lab' if split == 'test_lab' else 'field'
                    table.writerow(dict(zip(COLUMNS, (path, split, crop, disease, product_class, 'PlantDoc', setting))))
    return folder


@pytest.fixture(scope='session')
def released(drawn_data, tmp_path_factory):
    """A model trained, exported and left in a folder like packages/vision/models."""
    place = tmp_path_factory.mktemp('released')
    report = train(drawn_data, place / 'run', SMALL, place / 'cache', log=False)
    folder = export(place / 'run' / 'last.pt', drawn_data, '2026.01.01-1', place / 'models', place / 'golden')
    return place, folder, report
