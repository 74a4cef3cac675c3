"""Schedules over the progress of a run, 0 at its start and 1 at its end."""

import math

from kutu_ml.settings import Settings


def image_size_at(settings: Settings, progress: float) -> int:
    """Returns the side of the training images in px (progressive resizing)."""
    return [size for start, size in settings.image_sizes if progress >= start][-1]


def lr_at(settings: Settings, progress: float) -> float:
    """Returns the learning rate: linear warm-up, then cosine decay (Loshchilov and Hutter 2016)."""
    if progress < settings.warmup:
        return settings.lr * max(progress / settings.warmup, 0.01)
    t = min(1.0, (progress - settings.warmup) / (1 - settings.warmup))
    return settings.min_lr + (settings.lr - settings.min_lr) * 0.5 * (1 + math.cos(math.pi * t))
