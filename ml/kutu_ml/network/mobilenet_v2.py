"""MobileNetV2 (Sandler et al. 2018, table 2) without BatchNorm, with a class activation map at stride 16.

The layers are those of an ImageNet network whose BatchNorms are folded into the convolutions, so that pretrained weights fit
one to one; their small learning rates make BatchNorm unnecessary. Padding is TensorFlow's SAME: at stride 2 and an even
side one row and column more at the end.

`features` adds two maps at stride 16: the last one (stride 32, enlarged by nearest neighbor) and the last of the stage of 96
channels. `embed` is its global average pooling and the head one linear layer on it, so the heat map is a class
activation map (CAM, Zhou et al. 2016).
"""

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

STEM_CHANNELS = 32
# Expansion, channels, blocks, stride of the first block: table 2 of the paper.
STAGES = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))
FINE_STAGE = 4
"""Index of the stage whose map (96 channels, stride 16) is joined with the last one."""

MIXSTYLE_STAGES = (1, 2)


@dataclass(frozen=True)
class NetworkConfig:
    embedding_size: int = 384
    """Channels of the joined map and of the embedding."""
    width: float = 1.0
    """Factor of all other channels, rounded up to multiples of 8. Pretrained weights have 1."""

    def channels(self, count: int) -> int:
        return 8 * math.ceil(count * self.width / 8)


def mix_style(x: torch.Tensor, p: float, alpha: float = 0.1) -> torch.Tensor:
    """Mixes the channel statistics of each image with those of another (MixStyle, Zhou et al. 2021, algorithm 1).

    `x` [n, c, h, w]; applied to a whole batch with probability `p`, in training only.
    """
    if p <= 0 or float(torch.rand(())) >= p:
        return x
    mu = x.mean((2, 3), keepdim=True).detach()
    sigma = (x.var((2, 3), keepdim=True) + 1e-6).sqrt().detach()
    lam = torch.distributions.Beta(alpha, alpha).sample((x.shape[0], 1, 1, 1)).to(x)
    order = torch.randperm(x.shape[0])
    normalized = (x - mu) / sigma
    return normalized * (lam * sigma + (1 - lam) * sigma[order]) + (lam * mu + (1 - lam) * mu[order])


def relu6(x: torch.Tensor) -> torch.Tensor:
    """Clamps to 0 to 6; unlike F.relu6, ONNX has one operator for it."""
    return x.clamp(0, 6)


class SameConv(nn.Conv2d):
    """A convolution padded as TensorFlow's SAME, for sides that the stride divides."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int = 1, groups: int = 1):
        super().__init__(inputs, outputs, kernel, stride, 0 if stride == 2 else kernel // 2, groups=groups)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return super().forward(F.pad(x, (0, 1, 0, 1)) if self.stride[0] == 2 else x)


class InvertedResidual(nn.Module):
    """Expansion, depthwise 3x3 convolution and linear projection, with a skip connection where the shapes allow it."""

    def __init__(self, inputs: int, outputs: int, stride: int, expansion: int):
        super().__init__()
        hidden = inputs * expansion
        self.has_skip = stride == 1 and inputs == outputs
        self.expand = SameConv(inputs, hidden, 1) if expansion > 1 else None
        self.filter = SameConv(hidden, hidden, 3, stride, hidden)
        self.project = SameConv(hidden, outputs, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x if self.expand is None else relu6(self.expand(x))
        y = self.project(relu6(self.filter(y)))
        return x + y if self.has_skip else y


class MobileNetV2(nn.Module):
    def __init__(
        self, classes: int, config: NetworkConfig = NetworkConfig(), dropout: float = 0.0, p_mixstyle: float = 0.0
    ):
        super().__init__()
        self.p_mixstyle = p_mixstyle
        inputs = config.channels(STEM_CHANNELS)
        self.stem = SameConv(3, inputs, 3, 2)
        self.stages = nn.ModuleList()
        for expansion, count, blocks, stride in STAGES:
            outputs = config.channels(count)
            stage = [InvertedResidual(inputs, outputs, stride, expansion)]
            stage += [InvertedResidual(outputs, outputs, 1, expansion) for _ in range(blocks - 1)]
            self.stages.append(nn.Sequential(*stage))
            inputs = outputs
        self.coarse = SameConv(inputs, config.embedding_size, 1)
        self.fine = nn.Conv2d(config.channels(STAGES[FINE_STAGE][1]), config.embedding_size, 1, bias=False)
        for layer in self.modules():
            if isinstance(layer, nn.Conv2d):
                nn.init.kaiming_normal_(layer.weight, nonlinearity='relu')
        nn.init.zeros_(self.fine.weight)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(config.embedding_size, classes)

    def features(self, x: torch.Tensor) -> torch.Tensor:
        """Returns the joined map [n, embedding_size, S / 16, S / 16] of images [n, 3, S, S], S a multiple of 32."""
        x = relu6(self.stem(x))
        for i, stage in enumerate(self.stages[: FINE_STAGE + 1]):
            x = stage(x)
            if self.training and i in MIXSTYLE_STAGES:
                x = mix_style(x, self.p_mixstyle)
        fine = self.fine(x)
        for stage in self.stages[FINE_STAGE + 1 :]:
            x = stage(x)
        return relu6(F.interpolate(self.coarse(x), scale_factor=2.0, mode='nearest') + fine)

    def embed(self, x: torch.Tensor) -> torch.Tensor:
        """Returns the embedding [n, embedding_size], the mean of the joined map."""
        return self.features(x).mean((2, 3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Returns the logits of the fine classes [n, classes]."""
        return self.head(self.dropout(self.embed(x)))


def multiply_adds(network: nn.Module, size: int) -> int:
    """Counts the multiply-adds of the convolutions for one image of size x size px."""
    total = 0

    def count(layer: nn.Conv2d, _inputs: object, output: torch.Tensor) -> None:
        nonlocal total
        total += layer.weight.numel() * output.shape[2] * output.shape[3]

    hooks = [m.register_forward_hook(count) for m in network.modules() if isinstance(m, nn.Conv2d)]
    was_training = network.training
    with torch.no_grad():
        network.eval()(torch.zeros(1, 3, size, size))
    network.train(was_training)
    for hook in hooks:
        hook.remove()
    return total
