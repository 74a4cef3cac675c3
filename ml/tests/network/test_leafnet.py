import pytest
import torch
from torch import nn

from kutu_ml.network.leafnet import ARCHITECTURES, LeafNet, fold_batch_norm
from kutu_ml.network.mobilenet_v2 import multiply_adds


def randomized_network(kind: str) -> LeafNet:
    """Returns a network whose BatchNorms hold statistics as after training."""
    torch.manual_seed(1)
    network = LeafNet(7, ARCHITECTURES[kind])
    for module in network.modules():
        if isinstance(module, nn.BatchNorm2d):
            for values, low, high in ((module.weight, 0.5, 1), (module.bias, -0.3, 0.3)):
                nn.init.uniform_(values, low, high)
            module.running_mean.uniform_(-0.5, 0.5)
            module.running_var.uniform_(0.5, 2)
    return network.eval()


@pytest.mark.parametrize('kind', ARCHITECTURES)
@torch.no_grad()
def test_folding_keeps_the_logits_and_removes_every_batch_norm(kind):
    network = randomized_network(kind)
    folded = fold_batch_norm(network)
    images = torch.randn(2, 3, 64, 64)
    assert torch.allclose(folded(images), network(images), atol=1e-3, rtol=1e-3)
    assert not any(isinstance(module, nn.BatchNorm2d) for module in folded.modules())


@pytest.mark.parametrize('kind', ARCHITECTURES)
def test_the_compared_architectures_have_equal_size(kind):
    folded = fold_batch_norm(LeafNet(50, ARCHITECTURES[kind]))
    assert 1.3e6 < sum(p.numel() for p in folded.parameters()) < 1.55e6
    assert 105e6 < multiply_adds(folded, 160) < 120e6
