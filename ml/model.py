"""The network: a small residual net of plain 3x3 convolutions, which two CPU cores train quickly.

Strides 4, 8, 16 and 32; the two coarsest maps are joined at stride 16, so that the heat map keeps 10 x 10
cells at 160 px. `features` is the joined map, `embedding` its average, the head one linear layer on that.
"""

import copy
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from blocks import STAGES, Branches, conv


@dataclass(frozen=True)
class Shape:
    stem: int = 16
    widths: tuple[int, int, int, int] = (32, 64, 128, 192)
    blocks: tuple[int, int, int, int] = (0, 1, 1, 1)
    embedding: int = 256
    kind: str = 'residual'


# Shapes of about 1.4 million weights and 114 million multiply-adds at 160 px, of every kind of stage.
SHAPES = {
    'residual': Shape(),
    'mobilenet': Shape(16, (24, 40, 88, 192), (1, 1, 2, 2), 256, 'mobilenet'),
    'efficientnet-lite': Shape(16, (24, 40, 96, 232), (1, 2, 3, 2), 256, 'efficientnet-lite'),
    'reparameterised': Shape(16, (32, 64, 128, 288), (1, 2, 4, 1), 256, 'reparameterised'),
}


class LeafNet(nn.Module):
    def __init__(self, classes: int, shape: Shape = Shape(), dropout: float = 0.0):
        super().__init__()
        self.stem = conv(3, shape.stem, 3, 2)
        inputs = (shape.stem, *shape.widths)
        self.stages = nn.ModuleList(
            STAGES[shape.kind](i, width, blocks) for i, width, blocks in zip(inputs, shape.widths, shape.blocks)
        )
        self.join = conv(shape.widths[2] + shape.widths[3], shape.embedding, 1)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(shape.embedding, classes)

    def features(self, x: torch.Tensor) -> torch.Tensor:
        x = F.relu(self.stem(x))
        x = self.stages[2](self.stages[1](self.stages[0](x)))
        coarse = F.interpolate(self.stages[3](x), scale_factor=2.0, mode='nearest')
        return F.relu(self.join(torch.cat([x, coarse], 1)))

    def embed(self, x: torch.Tensor) -> torch.Tensor:
        return self.features(x).mean((2, 3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.dropout(self.embed(x)))


def fold_batch_norm(network: LeafNet) -> LeafNet:
    """A copy for inference in which every BatchNorm is folded into the convolution before it, and branches into one."""
    folded = copy.deepcopy(network).float().eval()
    for module in list(folded.modules()):
        for name, child in module.named_children():
            if isinstance(child, Branches):
                setattr(module, name, child.fused())
    for module in list(folded.modules()):
        if isinstance(module, nn.Sequential) and len(module) == 2 and isinstance(module[1], nn.BatchNorm2d):
            module[0] = nn.utils.fusion.fuse_conv_bn_eval(module[0].eval(), module[1].eval())
            module[1] = nn.Identity()
    return folded


def multiply_adds(network: LeafNet, size: int) -> int:
    """Multiply-adds of the convolutions for one image of size x size."""
    total = 0

    def count(layer: nn.Conv2d, _inputs: object, output: torch.Tensor) -> None:
        nonlocal total
        total += layer.weight.numel() * output.shape[2] * output.shape[3]

    hooks = [m.register_forward_hook(count) for m in network.modules() if isinstance(m, nn.Conv2d)]
    training = network.training
    with torch.no_grad():
        network.eval()(torch.zeros(1, 3, size, size))
    network.train(training)
    for hook in hooks:
        hook.remove()
    return total
