"""Photos drawn from numbers and a small network, so that the tests need no data."""

import csv
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from kutu_ml.calibrate.places import Place
from kutu_ml.data.labels import class_table, read_labels
from kutu_ml.network.mobilenet_v2 import MobileNetV2, NetworkConfig
from kutu_ml.settings import Settings

SMALL_NETWORK = NetworkConfig(embedding_size=24, width=0.25)
# By samples and not by the clock, so that every run of the tests trains the same network.
SMALL = Settings(
    max_samples=16 * 150,
    batch_size=16,
    image_sizes=((0.0, 32), (0.5, 64)),
    eval_size=64,
    cache_small=32,
    cache_large=64,
    network=SMALL_NETWORK,
    lr=4e-3,
    trunk_lr_scale=1.0,
    lr_decay=1.0,
    frozen_stages=0,
    head_only=0.0,
    ema_decay=0.9,
    threads=1,
)

BANDS = {'likely': 0.7, 'confident': 0.9}
CALIBRATION = {
    'temperature': 1.0,
    'leaf_threshold': 0.5,
    'other_crop_prior': 0.02,
    'reliability': {'bias': 0.0, 'confidence': 1.0, 'view_agreement': 0.0},
    'bands': {'crop_unknown': BANDS, 'crop_stated': BANDS},
    'unfamiliar': {'other_crop': 0.5},
}

COLUMNS = ('path', 'split', 'crop', 'disease', 'product_class', 'source', 'setting')
# Crop, disease, product class, base color, pattern.
CLASSES = (
    ('maize', 'healthy', 'healthy', (60, 150, 50), 0),
    ('maize', 'rust', 'common_rust', (60, 150, 50), 1),
    ('maize', 'blight', 'other_disease', (60, 150, 50), 2),
    ('other', 'not_leaf', 'not_leaf', (150, 150, 160), 3),
    ('weed', 'any', 'unlabelled', (90, 180, 120), 0),
)


def draw_photo(color: tuple[int, int, int], pattern: int, number: int) -> Image.Image:
    """Draws a 72 x 64 photo: plain (0), orange spots (1), brown stripes (2) or a gray grid (3)."""
    y, x = np.mgrid[0:64, 0:72]
    pixels = np.zeros((64, 72, 3), np.int64) + np.array(color) + ((x * 7 + y * 3 + number * 11) % 13)[..., None]
    if pattern == 1:
        pixels[((x + number) % 12 < 4) & ((y + 2 * number) % 12 < 4)] = (220, 110, 20)
    if pattern == 2:
        pixels[(x + y + number) % 24 < 8] = (110, 80, 50)
    if pattern == 3:
        pixels[(x + number) % 16 < 3] = (20, 20, 30)
        pixels[(y + number) % 16 < 3] = (20, 20, 30)
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


def write_labels(folder: Path, rows: list[dict]) -> None:
    with open(folder / 'labels.csv', 'w', newline='') as file:
        table = csv.DictWriter(file, COLUMNS, extrasaction='ignore')
        table.writeheader()
        table.writerows(rows)


def draw_photos(folder: Path) -> None:
    """Writes labels.csv and JPEG files: per class 12 photos of train, 6 of val, 4 of each test; weeds in extra."""
    counts = {'train': 12, 'val': 6, 'test_lab': 4, 'test_field': 4}
    rows = []
    for crop, disease, product_class, color, pattern in CLASSES:
        splits = {'extra': 6} if product_class == 'unlabelled' else counts
        for split, count in splits.items():
            for number in range(count):
                path = f'{split}/{crop}__{disease}/{number:03d}.jpg'
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                draw_photo(color, pattern, number + len(split) * 17).save(folder / path, quality=90)
                setting = 'lab' if split == 'test_lab' else 'field'
                rows.append(dict(zip(COLUMNS, (path, split, crop, disease, product_class, 'PlantDoc', setting))))
    write_labels(folder, rows)


def make_checkpoint(folder: Path, data: Path, name: str, **changes: object) -> Path:
    """Saves a network with random weights as a training run of this name would, and returns the file."""
    torch.manual_seed(4)
    settings = replace(SMALL, left_out_classes=(), **changes)
    rows = [row for row in read_labels(data) if row['source'] not in settings.left_out_sources]
    classes = class_table(read_labels(data))
    checkpoint = {
        'ema': MobileNetV2(len(classes), SMALL_NETWORK).state_dict(),
        'classes': classes,
        'settings': asdict(settings),
        'commit': 'none',
        'samples_seen': 640,
        'seconds': 7.2,
        'train_rows': len(rows),
        'sources': dict.fromkeys({row['source'] for row in rows}, 1),
    }
    (folder / name).mkdir()
    torch.save(checkpoint, folder / name / 'last.pt')
    return folder / name / 'last.pt'


PLACE_CLASSES = [
    {'name': f'{crop}__{disease}', 'crop': crop, 'disease': disease, 'product_class': product}
    for crop, disease, product in (
        ('wheat', 'leaf_rust', 'common_rust'),
        ('wheat', 'healthy', 'healthy'),
        ('wheat', 'septoria', 'other_disease'),
        ('other', 'not_leaf', 'not_leaf'),
    )
]


def make_place(seed: int = 1, n: int = 200, flipped: float = 0.1) -> Place:
    """Returns a place with four sources, whose embeddings are the logits; a share of the leaves looks like another class."""
    rng = np.random.default_rng(seed)
    rows, values = [], []
    for i in range(n):
        index = i % 4
        looks = (index + 1) % 3 if index < 3 and rng.random() < flipped else index
        strength = rng.uniform(1, 2) if looks != index else rng.uniform(1, 6)
        entry = PLACE_CLASSES[index]
        rows.append({**entry, 'source': f'place-{seed}-{i // (n // 4)}', 'split': 'train'})
        logits = rng.normal(0, 0.3, (4, 4))
        logits[:, looks] += strength
        values.append(logits)
    views = torch.tensor(np.array(values)).float()
    return Place(f'run-{seed}', PLACE_CLASSES, torch.eye(4), torch.zeros(4), rows, views, rows, views.mean(1), 1.0)
