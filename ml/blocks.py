"""What a stage of the network can be made of. `residual` is shipped; the others are there to be compared with it.

Every stage halves the image once: Stage(inputs, width, blocks) has one block of stride 2 and `blocks` of stride 1.
"""

import torch
import torch.nn.functional as F
from torch import nn


def conv(inputs: int, outputs: int, kernel: int, stride: int = 1, groups: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False), nn.BatchNorm2d(outputs)
    )


class Residual(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.first = conv(width, width, 3)
        self.second = conv(width, width, 3)
        nn.init.zeros_(self.second[1].weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(x + self.second(F.relu(self.first(x))))


class ResidualStage(nn.Module):
    def __init__(self, inputs: int, width: int, blocks: int):
        super().__init__()
        self.down = conv(inputs, width, 3, 2)
        self.blocks = nn.Sequential(*[Residual(width) for _ in range(blocks)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.blocks(F.relu(self.down(x)))


class Inverted(nn.Module):
    """Expand, filter each channel alone, project (MobileNetV2; with 5x5 filters as EfficientNet-Lite has them)."""

    def __init__(self, inputs: int, width: int, stride: int, expand: int, kernel: int):
        super().__init__()
        inner = inputs * expand
        self.same = inputs == width and stride == 1
        self.expand = conv(inputs, inner, 1)
        self.filter = conv(inner, inner, kernel, stride, inner)
        self.project = conv(inner, width, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.project(F.relu(self.filter(F.relu(self.expand(x)))))
        return x + y if self.same else y


class InvertedStage(nn.Sequential):
    expand, kernel = 6, 3

    def __init__(self, inputs: int, width: int, blocks: int):
        first = Inverted(inputs, width, 2, self.expand, self.kernel)
        super().__init__(first, *[Inverted(width, width, 1, self.expand, self.kernel) for _ in range(blocks)])


class LiteStage(InvertedStage):
    expand, kernel = 4, 5


class Branches(nn.Module):
    """A convolution trained as the sum of a k x k, a 1 x 1 and an identity branch, and one convolution after `fused`."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int = 1, groups: int = 1):
        super().__init__()
        self.main = conv(inputs, outputs, kernel, stride, groups)
        self.point = conv(inputs, outputs, 1, stride, groups) if kernel > 1 else None
        self.identity = nn.BatchNorm2d(inputs) if inputs == outputs and stride == 1 else None

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.main(x)
        if self.point is not None:
            y = y + self.point(x)
        return y if self.identity is None else y + self.identity(x)

    @torch.no_grad()
    def fused(self) -> nn.Conv2d:
        """One convolution with bias that gives what the branches give in evaluation."""
        kept = nn.utils.fusion.fuse_conv_bn_eval(self.main[0].eval(), self.main[1].eval())
        middle = kept.kernel_size[0] // 2
        if self.point is not None:
            point = nn.utils.fusion.fuse_conv_bn_eval(self.point[0].eval(), self.point[1].eval())
            kept.weight[:, :, middle, middle] += point.weight[:, :, 0, 0]
            kept.bias += point.bias
        if self.identity is not None:
            norm = self.identity
            scale = norm.weight / (norm.running_var + norm.eps).sqrt()
            inputs = kept.weight.shape[1]
            for channel in range(len(scale)):
                kept.weight[channel, channel % inputs, middle, middle] += scale[channel]
            kept.bias += norm.bias - norm.running_mean * scale
        return kept


class Reparameterised(nn.Module):
    """A filter of each channel alone and a mixing of channels, both of branches (MobileOne), joined as in RepViT."""

    def __init__(self, inputs: int, width: int, stride: int):
        super().__init__()
        self.filter = Branches(inputs, inputs, 3, stride, inputs)
        self.mix = Branches(inputs, width, 1)
        self.wide = conv(width, width * 2, 1)
        self.narrow = conv(width * 2, width, 1)
        nn.init.zeros_(self.narrow[1].weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.relu(self.mix(F.relu(self.filter(x))))
        return x + self.narrow(F.relu(self.wide(x)))


class ReparameterisedStage(nn.Sequential):
    def __init__(self, inputs: int, width: int, blocks: int):
        super().__init__(Reparameterised(inputs, width, 2), *[Reparameterised(width, width, 1) for _ in range(blocks)])


STAGES = {
    'residual': ResidualStage,
    'mobilenet': InvertedStage,
    'efficientnet-lite': LiteStage,
    'reparameterised': ReparameterisedStage,
}
