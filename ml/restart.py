"""A shipped network made trainable again, so that a run can go on from a released model without its checkpoint.

What is shipped has no BatchNorm: it was folded into the convolutions. Here every BatchNorm gets the statistics that
training photos really give at its place, and a scale and offset that undo them: in evaluation the network
answers as shipped, in training it starts from the same function.
"""

import json
from pathlib import Path

import torch
from torch import nn

from model import LeafNet, Shape
from network_file import Network
from shipped import read_head


def checkpoint_of(folder: Path, images: torch.Tensor, shape: Shape) -> dict:
    """The model in `folder` in the form of a checkpoint; `images` [n, 3, size, size] are read as in training.

    Raises ValueError when `shape` is not that of the shipped network.
    """
    card = json.loads((folder / 'card.json').read_text())
    given = Network(folder / 'model.onnx').weights()
    network = LeafNet(len(card['classes']), shape).eval()
    pairs = {
        name: (module[0], module[1])
        for name, module in network.named_modules()
        if isinstance(module, nn.Sequential) and len(module) == 2 and isinstance(module[1], nn.BatchNorm2d)
    }
    with torch.no_grad():
        for name, (layer, norm) in pairs.items():
            weight, bias = (given.get(f'network.{name}.0.{part}') for part in ('weight', 'bias'))
            if weight is None or bias is None or weight.shape != layer.weight.shape:
                raise ValueError(f'{folder} has no layer {name} of this shape')
            layer.weight.copy_(weight)
            norm.weight.fill_((1 + norm.eps) ** 0.5)
            norm.bias.copy_(bias)
        weight, bias = read_head(folder / 'head.bin', len(card['classes']), shape.embedding)
        network.head.weight.copy_(weight)
        network.head.bias.copy_(bias)
        settle(network, pairs, images)
    trained = card['trained_on']
    return {
        'average': network.state_dict(),
        'classes': card['classes'],
        'photos': trained.get('photos_seen', 0),
        'seconds': trained['seconds'],
    }


def settle(network: LeafNet, pairs: dict[str, tuple[nn.Conv2d, nn.BatchNorm2d]], images: torch.Tensor) -> None:
    """Give every BatchNorm the statistics of its input, and a scale and offset that leave its output as it is."""
    seen: dict[str, tuple[torch.Tensor, torch.Tensor]] = {}

    def watch(name: str):
        def hook(_norm: nn.Module, inputs: tuple[torch.Tensor]) -> None:
            seen[name] = (inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3)))

        return hook

    hooks = [norm.register_forward_pre_hook(watch(name)) for name, (_, norm) in pairs.items()]
    network(images)
    for hook in hooks:
        hook.remove()
    for name, (_, norm) in pairs.items():
        mean, variance = seen[name]
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.add_(mean)
