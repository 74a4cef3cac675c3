import pytest
import torch
from torch import nn

from model import SHAPES, LeafNet, fold_batch_norm, multiply_adds


def stirred(kind: str) -> LeafNet:
    """A network whose BatchNorms hold numbers as after training, not those they begin with."""
    torch.manual_seed(1)
    network = LeafNet(7, SHAPES[kind])
    for module in network.modules():
        if isinstance(module, nn.BatchNorm2d):
            for values, low, high in ((module.weight, 0.5, 1), (module.bias, -0.3, 0.3)):
                nn.init.uniform_(values, low, high)
            module.running_mean.uniform_(-0.5, 0.5)
            module.running_var.uniform_(0.5, 2)
    return network.eval()


@pytest.mark.parametrize('kind', SHAPES)
@torch.no_grad()
def test_folding_keeps_the_answers_and_leaves_one_convolution_for_each(kind):
    network = stirred(kind)
    folded = fold_batch_norm(network)
    images = torch.randn(2, 3, 64, 64)
    assert torch.allclose(folded(images), network(images), atol=1e-3, rtol=1e-3)
    assert not any(isinstance(module, nn.BatchNorm2d) for module in folded.modules())


@pytest.mark.parametrize('kind', SHAPES)
def test_the_shapes_to_be_compared_are_of_one_size(kind):
    folded = fold_batch_norm(LeafNet(50, SHAPES[kind]))
    assert 1.3e6 < sum(p.numel() for p in folded.parameters()) < 1.55e6
    assert 105e6 < multiply_adds(folded, 160) < 120e6
