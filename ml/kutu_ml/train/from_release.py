"""Makes a released model trainable again, so that a run can start from it without its checkpoint.

A released network has no BatchNorm: it was folded into the convolutions. Here every BatchNorm gets the statistics
that training photos produce at its place, and a scale and offset that undo them. In evaluation the network answers as
released; in training it starts from the same function.
"""

import json
from pathlib import Path

import torch
from torch import nn

from kutu_ml.network.leafnet import LeafNet, NetworkConfig
from kutu_ml.network.onnx_network import OnnxNetwork
from kutu_ml.network.released import read_head

ConvBn = tuple[nn.Conv2d, nn.BatchNorm2d]


def checkpoint_from_release(folder: Path, images: torch.Tensor, config: NetworkConfig) -> dict:
    """Returns the model in `folder` as a checkpoint; `images` [n, 3, size, size] are read as in training.

    Raises ValueError when `config` is not that of the released network.
    """
    card = json.loads((folder / 'card.json').read_text())
    released = OnnxNetwork(folder / 'model.onnx').weights()
    network = LeafNet(len(card['classes']), config).eval()
    layers: dict[str, ConvBn] = {
        name: (module[0], module[1])
        for name, module in network.named_modules()
        if isinstance(module, nn.Sequential) and len(module) == 2 and isinstance(module[1], nn.BatchNorm2d)
    }
    with torch.no_grad():
        for name, (conv, norm) in layers.items():
            weight, bias = (released.get(f'network.{name}.0.{part}') for part in ('weight', 'bias'))
            if weight is None or bias is None or weight.shape != conv.weight.shape:
                raise ValueError(f'{folder} has no layer {name} of this shape')
            conv.weight.copy_(weight)
            norm.weight.fill_((1 + norm.eps) ** 0.5)
            norm.bias.copy_(bias)
        weight, bias = read_head(folder / 'head.bin', len(card['classes']), config.embedding_size)
        network.head.weight.copy_(weight)
        network.head.bias.copy_(bias)
        restore_batch_norm(network, layers, images)
    trained_on = card['trained_on']
    return {
        'ema': network.state_dict(),
        'classes': card['classes'],
        'sources': {entry['name']: entry['photos'] for entry in card['sources']},
        'samples_seen': trained_on.get('photos_seen', 0),
        'seconds': trained_on['seconds'],
    }


def restore_batch_norm(network: LeafNet, layers: dict[str, ConvBn], images: torch.Tensor) -> None:
    """Gives every BatchNorm the statistics of its input, and a scale and offset that keep its output as it is."""
    statistics: dict[str, tuple[torch.Tensor, torch.Tensor]] = {}

    def record(name: str):
        def hook(_norm: nn.Module, inputs: tuple[torch.Tensor]) -> None:
            statistics[name] = (inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3)))

        return hook

    hooks = [norm.register_forward_pre_hook(record(name)) for name, (_, norm) in layers.items()]
    network(images)
    for hook in hooks:
        hook.remove()
    for name, (_, norm) in layers.items():
        mean, variance = statistics[name]
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.add_(mean)
