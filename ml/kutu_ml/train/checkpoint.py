"""Checkpoints: last.pt holds the averaged weights and how they came about, resume.pt the whole state of a run.

last.pt is a dict: ema (state_dict of the averaged network), classes, settings, commit, seed, samples_seen, seconds,
sources (photos by source), is_pretrained (the first weights came from ImageNet), train_rows, device, val (figures).
"""

from pathlib import Path

import numpy as np
import torch

from kutu_ml.data.training_set import TrainingSet, sampling_probabilities
from kutu_ml.network.mobilenet_v2 import MobileNetV2, NetworkConfig
from kutu_ml.settings import Settings


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


def save_atomically(state: dict, path: Path) -> None:
    """Saves to a temporary file first, so that an interrupted write leaves the earlier file intact."""
    part = path.with_suffix('.part')
    torch.save(state, part)
    part.replace(path)
