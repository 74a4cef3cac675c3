"""The photos of a training run: which ones, how often, and as what."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from kutu_ml.data import augment
from kutu_ml.data.backgrounds import BackgroundSwap
from kutu_ml.data.cache import PhotoCache
from kutu_ml.data.folds import fold_rows
from kutu_ml.data.labels import class_name, class_table, read_labels
from kutu_ml.data.preprocess import normalize
from kutu_ml.data.selection import select_training_rows
from kutu_ml.settings import Settings


def sampling_probabilities(rows: Sequence[dict], settings: Settings, progress: float) -> np.ndarray:
    """Returns the probability [n] of drawing each photo, which adds up to 1.

    Balances classes and sources by the size of their group, then applies the weights of the settings. `progress` is
    the fraction of the run that is done.
    """
    group_size = Counter((row['crop'], row['disease'], row['source']) for row in rows)
    first, last = settings.extra_split_weights
    extra_weight = first + (last - first) * progress
    weights = []
    for row in rows:
        weight = group_size[row['crop'], row['disease'], row['source']] ** -settings.balance_exponent
        if row['product_class'] == 'not_leaf':
            weight *= settings.not_leaf_weight
        elif row['split'] == 'extra':
            weight *= extra_weight
        else:
            weight *= settings.field_weight if row['setting'] == 'field' else settings.lab_weight
        weights.append(weight * settings.crop_weights.get(row['crop'], 1.0))
    weights = np.array(weights)
    if settings.max_weight_ratio:
        weights = np.minimum(weights, settings.max_weight_ratio * np.median(weights))
    return weights / weights.sum()


@dataclass
class TrainingSet:
    """The rows to train on, with caches and background swaps for small and for large images."""

    rows: list[dict]
    val: list[dict]
    new_place: list[dict]
    """Labelled rows of the left-out sources, tests excluded: what the run is measured on beside val."""
    classes: list[dict[str, str]]
    caches: list[PhotoCache]
    backgrounds: list[BackgroundSwap]

    def batch(
        self, indices: np.ndarray, size: int, is_mixed: bool, settings: Settings, rng: np.random.Generator
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns augmented, normalized images [n, 3, size, size] and their targets [n, classes]."""
        level = 0 if size <= self.caches[0].short else 1
        rows = [self.rows[i] for i in indices]
        images = augment.crop_squares(
            self.caches[level], [row['row'] for row in rows], rng, self.backgrounds[level], settings
        )
        images = augment.random_affine_crop(images, size, settings.min_crop_scale) / 255
        is_not_leaf = torch.tensor([row['product_class'] == 'not_leaf' for row in rows])
        strength = torch.where(is_not_leaf, settings.not_leaf_color_jitter, settings.color_jitter)
        images = augment.cast_shadows(augment.jitter_color(images, strength), settings.p_shadow)
        images = augment.random_erase(augment.degrade(images, settings.p_degrade), settings.p_erase)
        targets = F.one_hot(torch.tensor([row['class'] for row in rows]), len(self.classes)).float()
        draw = rng.random()
        if is_mixed and draw < settings.p_mixup:
            images, targets = augment.mixup(images, targets)
        elif is_mixed and draw < settings.p_mixup + settings.p_cutmix:
            images, targets = augment.cutmix(images, targets)
        return normalize(images, 1.0), targets


def open_training_set(data: Sequence[Path], cache: Path, settings: Settings) -> TrainingSet:
    """Reads the labels of all folders and opens the caches of their photos.

    Each row gets `row`, its place in the caches, and `class`, the index of its fine class.
    """
    labels = read_labels(*data)
    for i, row in enumerate(labels):
        row['row'] = i
    labels = [row for row in labels if class_name(row) not in settings.left_out_classes]
    classes = class_table(labels)
    index = {entry['name']: i for i, entry in enumerate(classes)}
    for row in labels:
        row['class'] = index[class_name(row)]
    rows = select_training_rows(labels, settings)
    left_out = [row for row in labels if row['source'] in settings.left_out_sources]
    caches = [PhotoCache(data, cache, short) for short in (settings.cache_small, settings.cache_large)]
    return TrainingSet(
        rows=rows,
        val=[row for row in labels if row['split'] == 'val' and row['source'] not in settings.left_out_sources],
        new_place=fold_rows(left_out),
        classes=classes,
        caches=caches,
        backgrounds=[BackgroundSwap(level, rows) for level in caches],
    )
