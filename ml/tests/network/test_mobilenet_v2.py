import pytest
import torch

from kutu_ml.export.export import export_network
from kutu_ml.network.leafnet import ARCHITECTURES, LeafNet, fold_batch_norm, multiply_adds
from kutu_ml.network.onnx_network import OnnxNetwork
from kutu_ml.settings import Settings
from kutu_ml.train.loop import parameter_groups


def make_network() -> LeafNet:
    torch.manual_seed(1)
    return LeafNet(6, ARCHITECTURES['mobilenet-v2'])


def test_two_views_at_128_px_stay_within_the_budget_of_an_answer():
    network = fold_batch_norm(make_network())
    assert 2 * multiply_adds(network, 128) < 250e6
    assert sum(p.numel() for p in network.parameters()) < 3e6


@torch.no_grad()
def test_the_exported_file_computes_what_was_trained(tmp_path):
    network = make_network().eval()
    export_network(network, 64, tmp_path / 'model.onnx')
    images = torch.randn(2, 3, 64, 64)
    expected = network.embed(images)
    found = OnnxNetwork(tmp_path / 'model.onnx').embed(images)
    assert float((found - expected).norm() / expected.norm()) < 0.03


def test_frozen_parts_keep_their_weights_and_statistics_while_the_others_train():
    network = make_network()
    network.freeze(3)
    before = {name: value.clone() for name, value in network.state_dict().items()}
    groups = parameter_groups(network, Settings(backbone_lr_scale=0.1, weight_decay=0.0))
    optimizer = torch.optim.SGD([{**group, 'lr': group['lr_scale']} for group in groups])
    network.train()
    network(torch.randn(4, 3, 64, 64)).logsumexp(1).mean().backward()
    optimizer.step()
    changed = {name for name, value in network.state_dict().items() if not torch.equal(value, before[name])}
    assert changed
    assert not any(name.startswith(('stem.', 'stages.0.', 'stages.1.')) for name in changed)
    assert {name.split('.')[0] for name in changed} == {'stages', 'join', 'head'}
    assert {group['lr_scale'] for group in groups} == {0.1, 1.0}


def test_a_stage_of_other_depth_is_refused():
    with pytest.raises(ValueError, match='3 blocks, not 2'):
        LeafNet(6, ARCHITECTURES['mobilenet-v2'].__class__(32, (24, 32, 96, 320), (1, 1, 6, 3), 256, 'mobilenet-v2'))
