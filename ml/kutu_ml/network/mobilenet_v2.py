"""The stages of MobileNetV2 with width 1.0 (Sandler et al. 2018), for weights pretrained on ImageNet.

The layers are those of Keras (ReLU6, BatchNorm with epsilon 0.001), grouped by resolution so that LeafNet can use them
as its stem and stages. The last convolution (1280 channels) and the classifier are left out.
"""

import torch
import torch.nn.functional as F
from torch import nn

BATCH_NORM_EPSILON = 1e-3
STEM_CHANNELS = 16
"""Channels of the stem's output."""
STAGE_BLOCKS = {24: [(24, 2, 2)], 32: [(32, 3, 2)], 96: [(64, 4, 2), (96, 3, 1)], 320: [(160, 3, 2), (320, 1, 1)]}
"""(channels, blocks, stride of the first block) of each stage, by the channels of its output."""
EXPANSION = 6


def relu6(x: torch.Tensor) -> torch.Tensor:
    # PyTorch 1.13 has no bfloat16 gradient of F.relu6 on the CPU.
    return x.clamp(0, 6)


def conv_bn(inputs: int, outputs: int, kernel: int, stride: int = 1, groups: int = 1) -> nn.Sequential:
    """Returns a convolution without bias, followed by BatchNorm with the epsilon of Keras."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs, eps=BATCH_NORM_EPSILON),
    )


class InvertedResidual(nn.Module):
    def __init__(self, inputs: int, width: int, stride: int, expansion: int = EXPANSION):
        super().__init__()
        hidden = inputs * expansion
        self.has_skip = inputs == width and stride == 1
        self.expand = conv_bn(inputs, hidden, 1) if expansion > 1 else None
        self.filter = conv_bn(hidden, hidden, 3, stride, hidden)
        self.project = conv_bn(hidden, width, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x if self.expand is None else relu6(self.expand(x))
        y = self.project(relu6(self.filter(y)))
        return x + y if self.has_skip else y


class MobileNetV2Stem(nn.Module):
    """The first convolution and the first block, which does not expand: stride 2, 16 channels."""

    def __init__(self, channels: int):
        super().__init__()
        self.conv = conv_bn(3, channels, 3, 2)
        self.block = InvertedResidual(channels, STEM_CHANNELS, 1, expansion=1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.block(relu6(self.conv(x)))


class MobileNetV2Stage(nn.Sequential):
    """All blocks of one resolution; `blocks` counts those after the one that halves it."""

    def __init__(self, inputs: int, width: int, blocks: int):
        layers = []
        for channels, count, stride in STAGE_BLOCKS[width]:
            for i in range(count):
                layers.append(InvertedResidual(inputs, channels, stride if i == 0 else 1))
                inputs = channels
        if len(layers) != blocks + 1:
            raise ValueError(f'a stage of {width} channels has {len(layers)} blocks, not {blocks + 1}')
        super().__init__(*layers)
