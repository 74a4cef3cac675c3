"""Convolutions whose weights are few-bit integers times a scale per output channel, and how such weights are trained.

In training the float weights stay, and every step rounds a copy of them (straight-through estimator, Bengio et al.
2013). The scales are trained with them (LSQ, Esser et al. 2020).
"""

import torch
from torch import nn
from torch.nn.utils import parametrize

from kutu_ml.network.onnx_network import quantized_convolutions

SCALE_FACTORS = torch.linspace(0.3, 1.0, 36)
"""Fractions of the scale that spares the largest weight, among which the first scale is chosen."""


class Rounding(nn.Module):
    """Rounds a weight [o, i, h, w] to codes of `bits` bits, -limit to limit, times a scale per output channel."""

    def __init__(self, weight: torch.Tensor, bits: int):
        super().__init__()
        self.limit = 2 ** (bits - 1) - 1
        self.log_scale = nn.Parameter(best_scale(weight.detach(), self.limit).log())

    def forward(self, weight: torch.Tensor) -> torch.Tensor:
        scale = self.log_scale.exp()
        codes = (weight / scale).clamp(-self.limit, self.limit)
        return (codes + (codes.round() - codes).detach()) * scale


def best_scale(weight: torch.Tensor, limit: int) -> torch.Tensor:
    """Returns for each output channel the scale with the least squared rounding error, [o, 1, 1, 1]."""
    largest = weight.abs().amax((1, 2, 3), keepdim=True)
    scales = torch.where(largest > 0, largest, 1.0) / limit * SCALE_FACTORS.view(-1, 1, 1, 1, 1)
    rounded = ((weight / scale).round().clamp(-limit, limit) * scale for scale in scales)
    best = torch.stack([(values - weight).square().sum((1, 2, 3)) for values in rounded]).argmin(0)
    return scales[best, torch.arange(len(weight))]


def round_weights(network: nn.Module, bits: int) -> None:
    """Makes the convolutions that are released as integers round their weights, in place."""
    convolutions = {name: module for name, module in network.named_modules() if isinstance(module, nn.Conv2d)}
    for name in quantized_convolutions({name: conv.weight.numel() for name, conv in convolutions.items()}):
        conv = convolutions[name]
        parametrize.register_parametrization(conv, 'weight', Rounding(conv.weight, bits))


@torch.no_grad()
def take_scales(network: nn.Module) -> dict[str, torch.Tensor]:
    """Makes the rounded weights plain ones again, in place, and returns the scales [o, 1, 1, 1] by convolution."""
    scales = {}
    for name, module in network.named_modules():
        if parametrize.is_parametrized(module, 'weight'):
            scales[name] = module.parametrizations.weight[0].log_scale.exp()
    for name in scales:
        parametrize.remove_parametrizations(network.get_submodule(name), 'weight')
    return scales
