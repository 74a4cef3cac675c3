"""LeafNet, the network of the model that is shipped: residual blocks of plain 3x3 convolutions. Training now starts from mobilenet_v2.py.

Its stages have strides 4, 8, 16 and 32. The two coarsest maps are joined at stride 16, so that the heat map keeps
10 x 10 cells at 160 px. `features` is the joined map, `embed` its global average pooling, and the head one linear
layer on the embedding; the heat map is therefore a class activation map (CAM, Zhou et al. 2016).
"""

import copy
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from kutu_ml.network.blocks import STAGES, ReparameterizedConv, conv_bn
from kutu_ml.network.mobilenet_v2 import mix_style


@dataclass(frozen=True)
class NetworkConfig:
    stem_channels: int = 16
    """Channels of the first convolution (stride 2)."""
    stage_channels: tuple[int, int, int, int] = (32, 64, 128, 192)
    """Channels of the four stages."""
    stage_blocks: tuple[int, int, int, int] = (0, 1, 1, 1)
    """Blocks of each stage beside the one that halves the resolution."""
    embedding_size: int = 256
    """Channels of the joined map and of the embedding."""
    block: str = 'residual'
    """Kind of block, a key of STAGES in blocks.py."""


# Architectures of about 1.4 million weights and 114 million multiply-adds at 160 px, one for each kind of block.
ARCHITECTURES = {
    'residual': NetworkConfig(),
    'mobilenet': NetworkConfig(16, (24, 40, 88, 192), (1, 1, 2, 2), 256, 'mobilenet'),
    'efficientnet-lite': NetworkConfig(16, (24, 40, 96, 232), (1, 2, 3, 2), 256, 'efficientnet-lite'),
    'reparameterized': NetworkConfig(16, (32, 64, 128, 288), (1, 2, 4, 1), 256, 'reparameterized'),
}


class LeafNet(nn.Module):
    def __init__(
        self, classes: int, config: NetworkConfig = NetworkConfig(), dropout: float = 0.0, p_mixstyle: float = 0.0
    ):
        super().__init__()
        self.p_mixstyle = p_mixstyle
        self.stem = conv_bn(3, config.stem_channels, 3, 2)
        inputs = (config.stem_channels, *config.stage_channels)
        stage = STAGES[config.block]
        self.stages = nn.ModuleList(
            stage(i, width, blocks) for i, width, blocks in zip(inputs, config.stage_channels, config.stage_blocks)
        )
        self.join = conv_bn(config.stage_channels[2] + config.stage_channels[3], config.embedding_size, 1)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(config.embedding_size, classes)

    def features(self, x: torch.Tensor) -> torch.Tensor:
        """Returns the joined map [n, embedding_size, S / 16, S / 16] of images [n, 3, S, S]."""
        x = F.relu(self.stem(x))
        for stage in self.stages[:2]:
            x = stage(x)
            if self.training:
                x = mix_style(x, self.p_mixstyle)
        x = self.stages[2](x)
        coarse = F.interpolate(self.stages[3](x), scale_factor=2.0, mode='nearest')
        return F.relu(self.join(torch.cat([x, coarse], 1)))

    def embed(self, x: torch.Tensor) -> torch.Tensor:
        """Returns the embedding [n, embedding_size], the mean of the joined map."""
        return self.features(x).mean((2, 3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Returns the logits of the fine classes [n, classes]."""
        return self.head(self.dropout(self.embed(x)))


def fold_batch_norm(network: LeafNet) -> LeafNet:
    """Returns a copy for inference with every BatchNorm folded into its convolution, and branches into one."""
    folded = copy.deepcopy(network).float().eval()
    for module in list(folded.modules()):
        for name, child in module.named_children():
            if isinstance(child, ReparameterizedConv):
                setattr(module, name, child.fuse())
    for module in list(folded.modules()):
        if isinstance(module, nn.Sequential) and len(module) == 2 and isinstance(module[1], nn.BatchNorm2d):
            module[0] = nn.utils.fusion.fuse_conv_bn_eval(module[0].eval(), module[1].eval())
            module[1] = nn.Identity()
    return folded
