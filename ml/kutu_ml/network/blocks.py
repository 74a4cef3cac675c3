"""Stages that the network can be made of. `residual` is shipped; the others are there to be compared with it.

Every stage halves the resolution once: Stage(inputs, width, blocks) has one block of stride 2 and `blocks` of stride 1.
The names of the submodules appear in the released ONNX files and in checkpoints.
"""

import torch
import torch.nn.functional as F
from torch import nn


def conv_bn(inputs: int, outputs: int, kernel: int, stride: int = 1, groups: int = 1) -> nn.Sequential:
    """Returns a convolution without bias, followed by BatchNorm."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False), nn.BatchNorm2d(outputs)
    )


class ResidualBlock(nn.Module):
    """Two 3x3 convolutions with a skip connection (ResNet, He et al. 2015)."""

    def __init__(self, width: int):
        super().__init__()
        self.first = conv_bn(width, width, 3)
        self.second = conv_bn(width, width, 3)
        nn.init.zeros_(self.second[1].weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(x + self.second(F.relu(self.first(x))))


class ResidualStage(nn.Module):
    def __init__(self, inputs: int, width: int, blocks: int):
        super().__init__()
        self.down = conv_bn(inputs, width, 3, 2)
        self.blocks = nn.Sequential(*[ResidualBlock(width) for _ in range(blocks)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.blocks(F.relu(self.down(x)))


class InvertedResidual(nn.Module):
    """Expansion, depthwise convolution, projection (MobileNetV2, Sandler et al. 2018)."""

    def __init__(self, inputs: int, width: int, stride: int, expand: int, kernel: int):
        super().__init__()
        hidden = inputs * expand
        self.has_skip = inputs == width and stride == 1
        self.expand = conv_bn(inputs, hidden, 1)
        self.filter = conv_bn(hidden, hidden, kernel, stride, hidden)
        self.project = conv_bn(hidden, width, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.project(F.relu(self.filter(F.relu(self.expand(x)))))
        return x + y if self.has_skip else y


class MobileNetStage(nn.Sequential):
    expand, kernel = 6, 3

    def __init__(self, inputs: int, width: int, blocks: int):
        first = InvertedResidual(inputs, width, 2, self.expand, self.kernel)
        rest = [InvertedResidual(width, width, 1, self.expand, self.kernel) for _ in range(blocks)]
        super().__init__(first, *rest)


class EfficientNetLiteStage(MobileNetStage):
    expand, kernel = 4, 5


class ReparameterizedConv(nn.Module):
    """Trains a convolution as the sum of a k x k, a 1 x 1 and an identity branch (RepVGG, Ding et al. 2021)."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int = 1, groups: int = 1):
        super().__init__()
        self.main = conv_bn(inputs, outputs, kernel, stride, groups)
        self.point = conv_bn(inputs, outputs, 1, stride, groups) if kernel > 1 else None
        self.identity = nn.BatchNorm2d(inputs) if inputs == outputs and stride == 1 else None

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.main(x)
        if self.point is not None:
            y = y + self.point(x)
        return y if self.identity is None else y + self.identity(x)

    @torch.no_grad()
    def fuse(self) -> nn.Conv2d:
        """Returns one convolution with bias that computes what the branches compute in evaluation."""
        conv = nn.utils.fusion.fuse_conv_bn_eval(self.main[0].eval(), self.main[1].eval())
        center = conv.kernel_size[0] // 2
        if self.point is not None:
            point = nn.utils.fusion.fuse_conv_bn_eval(self.point[0].eval(), self.point[1].eval())
            conv.weight[:, :, center, center] += point.weight[:, :, 0, 0]
            conv.bias += point.bias
        if self.identity is not None:
            norm = self.identity
            scale = norm.weight / (norm.running_var + norm.eps).sqrt()
            inputs = conv.weight.shape[1]
            for channel in range(len(scale)):
                conv.weight[channel, channel % inputs, center, center] += scale[channel]
            conv.bias += norm.bias - norm.running_mean * scale
        return conv


class RepViTBlock(nn.Module):
    """A reparameterized depthwise and a 1x1 convolution (MobileOne), with the channel mixer of RepViT."""

    def __init__(self, inputs: int, width: int, stride: int):
        super().__init__()
        self.filter = ReparameterizedConv(inputs, inputs, 3, stride, inputs)
        self.mix = ReparameterizedConv(inputs, width, 1)
        self.wide = conv_bn(width, width * 2, 1)
        self.narrow = conv_bn(width * 2, width, 1)
        nn.init.zeros_(self.narrow[1].weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.relu(self.mix(F.relu(self.filter(x))))
        return x + self.narrow(F.relu(self.wide(x)))


class ReparameterizedStage(nn.Sequential):
    def __init__(self, inputs: int, width: int, blocks: int):
        super().__init__(RepViTBlock(inputs, width, 2), *[RepViTBlock(width, width, 1) for _ in range(blocks)])


STAGES = {
    'residual': ResidualStage,
    'mobilenet': MobileNetStage,
    'efficientnet-lite': EfficientNetLiteStage,
    'reparameterized': ReparameterizedStage,
}
