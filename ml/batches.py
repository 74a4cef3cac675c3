"""Which photos a run sees, how often, and as what."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from augment import erased, mixed, recoloured, square_windows, turned_and_cropped, worsened
from backgrounds import Backgrounds
from prepare import PhotoCache, read_labels
from preprocess import normalise
from scores import class_table
from selection import with_field_share, without_sources
from settings import Settings


def sampling_weights(rows: list[dict[str, str]], settings: Settings, share: float) -> np.ndarray:
    """Chance of each photo: the square root of its class-and-source group's size, by setting and split."""
    group = Counter((row['crop'], row['disease'], row['source']) for row in rows)
    first, last = settings.extra_weights
    extra = first + (last - first) * share
    weights = []
    for row in rows:
        weight = group[(row['crop'], row['disease'], row['source'])] ** -0.5
        if row['product_class'] == 'not_leaf':
            weight *= settings.not_leaf_weight
        elif row['split'] == 'extra':
            weight *= extra
        else:
            weight *= settings.field_weight if row['setting'] == 'field' else settings.lab_weight
        weight *= settings.crop_weights.get(row['crop'], 1.0)
        weights.append(weight * settings.source_weights.get(row['source'], 1.0))
    total = np.array(weights)
    return total / total.sum()


@dataclass
class Photos:
    """The rows to train on, with the caches and backgrounds for small and large images."""

    rows: list[dict]
    val: list[dict]
    classes: list[dict[str, str]]
    caches: list[PhotoCache]
    backgrounds: list[Backgrounds]

    def batch(
        self, picked: np.ndarray, size: int, mixing: bool, settings: Settings, chance: np.random.Generator
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Changed images [n, 3, size, size] as the network reads them, and their targets [n, classes]."""
        level = 0 if size <= self.caches[0].short else 1
        rows = [self.rows[i] for i in picked]
        numbers = [row['row'] for row in rows]
        images = square_windows(self.caches[level], numbers, chance, self.backgrounds[level], settings.swap)
        images = turned_and_cropped(images, size, settings.least_side) / 255
        leafless = torch.tensor([row['product_class'] == 'not_leaf' for row in rows])
        strength = torch.where(leafless, settings.not_leaf_colour, settings.colour)
        images = erased(worsened(recoloured(images, strength), settings.worsen), settings.erase)
        targets = F.one_hot(torch.tensor([row['class'] for row in rows]), len(self.classes)).float()
        draw = chance.random()
        if mixing and draw < settings.mixup + settings.cutmix:
            images, targets = mixed(images, targets, 'mixup' if draw < settings.mixup else 'cutmix')
        return normalise(images, 1.0), targets


def open_photos(data: Path, cache: Path, settings: Settings) -> Photos:
    """Labels of all folders joined, each row with its place in the caches and the number of its class."""
    folders = [data, *(Path(folder).expanduser() for folder in settings.more)]
    labels = [row for folder in folders for row in read_labels(folder)]
    for i, row in enumerate(labels):
        row.update(row=i, name=f"{row['crop']}__{row['disease']}")
    labels = [row for row in labels if row['name'] not in settings.left_out]
    classes = class_table(labels)
    number = {entry['name']: i for i, entry in enumerate(classes)}
    for row in labels:
        row['class'] = number[row['name']]
    labels = without_sources(labels, settings.left_out_sources)
    rows = [row for row in labels if row['split'] in settings.splits]
    rows = with_field_share(rows, settings.train_share, settings.share_seed)
    val = [row for row in labels if row['split'] == 'val']
    caches = [PhotoCache(folders, cache, short) for short in (settings.cache_small, settings.cache_large)]
    return Photos(rows, val, classes, caches, [Backgrounds(level, rows) for level in caches])
