import pytest
import torch
from support import SMALL_NETWORK

from kutu_ml.network.leafnet import LeafNet, NetworkConfig
from kutu_ml.network.released import load_released_model
from kutu_ml.train.from_release import checkpoint_from_release

IMAGES = torch.randn(64, 3, 64, 64, generator=torch.Generator().manual_seed(3))


def restart(folder):
    checkpoint = checkpoint_from_release(folder, IMAGES, SMALL_NETWORK)
    network = LeafNet(len(checkpoint['classes']), SMALL_NETWORK)
    network.load_state_dict(checkpoint['ema'])
    return network


@torch.no_grad()
def test_a_restarted_model_answers_as_it_was_released(released):
    _, folder, _ = released
    model, network = load_released_model(folder), restart(folder)
    images = torch.randn(5, 3, 64, 64, generator=torch.Generator().manual_seed(4))
    expected = model.logits(model.network.embed(images))
    assert torch.allclose(network.eval()(images), expected, atol=1e-3)


@torch.no_grad()
def test_in_training_it_starts_from_the_same_function(released):
    _, folder, _ = released
    network = restart(folder)
    assert torch.allclose(network.train()(IMAGES), restart(folder).eval()(IMAGES), atol=1e-2)


def test_another_architecture_is_refused(released):
    _, folder, _ = released
    with pytest.raises(ValueError, match='has no layer'):
        checkpoint_from_release(folder, IMAGES, NetworkConfig(8, (8, 16, 16, 24), (0, 1, 0, 0), 24))
