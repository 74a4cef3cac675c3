"""Checkpoints: last.pt holds the averaged weights and how they came about, resume.pt the whole state of a run.

last.pt is a dict: ema (state_dict of the averaged network), classes, settings, commit, seed, samples_seen, seconds,
sources (photos by source), is_pretrained (the first weights came from ImageNet), train_rows, device, val (figures).
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from kutu_ml.data.training_set import TrainingSet, sampling_probabilities
from kutu_ml.network.mobilenet_v2 import MobileNetV2, NetworkConfig
from kutu_ml.settings import Settings

NEW_CLASS_BIAS = -2.0
"""Added to the bias of a class that the checkpoint does not know, so that it starts out as unlikely."""


def load_network(path: Path) -> tuple[dict, MobileNetV2]:
    """Returns a checkpoint and its averaged network, in evaluation mode."""
    checkpoint = torch.load(path, map_location='cpu')
    network = MobileNetV2(len(checkpoint['classes']), NetworkConfig(**checkpoint['settings']['network']))
    network.load_state_dict(checkpoint['ema'])
    return checkpoint, network.eval()


def sample_images(photos: TrainingSet, settings: Settings, count: int) -> torch.Tensor:
    """Returns augmented training images [count, 3, eval_size, eval_size], normalized."""
    rng = np.random.default_rng(settings.seed)
    p = sampling_probabilities(photos.rows, settings, 0.0)
    return photos.batch(rng.choice(len(photos.rows), count, p=p), settings.eval_size, False, settings, rng)[0]


def matching_classes(entry: dict[str, str], known: Sequence[dict[str, str]]) -> list[int]:
    """Returns the known classes whose head rows a class starts from.

    The class itself where it is known; else those of the same crop and product class; else of the product class.
    """
    rules = (
        lambda k: k['name'] == entry['name'],
        lambda k: k['crop'] == entry['crop'] and k['product_class'] == entry['product_class'],
        lambda k: k['product_class'] == entry['product_class'],
    )
    return next(found for rule in rules if (found := [i for i, k in enumerate(known) if rule(k)]))


def initialize(network: MobileNetV2, checkpoint: dict, classes: Sequence[dict[str, str]]) -> None:
    """Loads a checkpoint's averaged weights; rows of the head are matched by the names of their classes."""
    state = dict(checkpoint['ema'])
    known = checkpoint['classes']
    rows = [matching_classes(entry, known) for entry in classes]
    for part in ('head.weight', 'head.bias'):
        state[part] = torch.stack([state[part][row].mean(0) for row in rows])
    names = {entry['name'] for entry in known}
    is_new = torch.tensor([entry['name'] not in names for entry in classes])
    state['head.bias'] = state['head.bias'] + NEW_CLASS_BIAS * is_new
    network.load_state_dict(state)


def save_atomically(state: dict, path: Path) -> None:
    """Saves to a temporary file first, so that an interrupted write leaves the earlier file intact."""
    part = path.with_suffix('.part')
    torch.save(state, part)
    part.replace(path)
