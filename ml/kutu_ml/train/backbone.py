"""Starts a network from an ImageNet MobileNetV2 in a TensorFlow Lite file."""

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from kutu_ml.data.preprocess import MEAN, STD
from kutu_ml.network.mobilenet_v2 import MobileNetV2
from kutu_ml.network.tflite import Convolution, read_convolutions


@torch.no_grad()
def load_backbone(network: MobileNetV2, path: Path, images: torch.Tensor) -> None:
    """Loads stem and stages, and the most informative channels of the last convolution (1280), in place.

    `images` [n, 3, size, size] are normalized as in training; they decide which channels are informative. Raises ValueError
    where the file holds another network.
    """
    found = read_convolutions(path)
    layers = [m for part in (network.stem, network.stages) for m in part.modules() if isinstance(m, nn.Conv2d)]
    if len(found) < len(layers) + 1 or any(f.weight.shape != tuple(m.weight.shape) for f, m in zip(found, layers)):
        raise ValueError(f'{path} is no MobileNetV2 of width 1.0')
    for convolution, layer in zip(found, layers):
        layer.weight.copy_(torch.from_numpy(convolution.weight))
        layer.bias.copy_(torch.from_numpy(convolution.bias))
    adopt_normalization(network.stem)
    last = found[len(layers)]
    channels = informative_channels(pooled_features(network, last, images), network.coarse.out_channels)
    network.coarse.weight.copy_(torch.from_numpy(last.weight[channels]))
    network.coarse.bias.copy_(torch.from_numpy(last.bias[channels]))


def adopt_normalization(stem: nn.Conv2d) -> None:
    """Makes a first convolution that expects pixel / 127.5 - 1 read pixels normalized by MEAN and STD, in place."""
    scale, offset = 2 * torch.tensor(STD), 2 * torch.tensor(MEAN) - 1
    stem.bias.add_((stem.weight.sum((2, 3)) * offset).sum(1))
    stem.weight.mul_(scale.view(1, 3, 1, 1))


def pooled_features(network: MobileNetV2, last: Convolution, images: torch.Tensor) -> np.ndarray:
    """Returns the mean-pooled channels [n, outputs] of the last convolution."""
    weight, bias = torch.from_numpy(last.weight), torch.from_numpy(last.bias)
    parts = []
    for batch in images.split(64):
        x = F.relu6(network.stem(batch))
        for stage in network.stages:
            x = stage(x)
        parts.append(F.relu6(F.conv2d(x, weight, bias)).mean((2, 3)))
    return torch.cat(parts).numpy()


def informative_channels(features: np.ndarray, count: int) -> list[int]:
    """Returns `count` channels that explain the others best: QR with column pivoting (Businger and Golub 1965)."""
    rest = (features - features.mean(0)).astype(np.float64)
    chosen: list[int] = []
    for _ in range(count):
        norms = np.square(rest).sum(0)
        norms[chosen] = -1
        chosen.append(int(norms.argmax()))
        direction = rest[:, chosen[-1]]
        length = np.linalg.norm(direction)
        if length > 1e-9:
            direction = direction / length
            rest -= np.outer(direction, direction @ rest)
    return sorted(chosen)
