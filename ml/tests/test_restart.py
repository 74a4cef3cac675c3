import pytest
import torch

from conftest import SMALL
from model import LeafNet, Shape
from restart import checkpoint_of
from shipped import read_shipped

IMAGES = torch.randn(64, 3, 64, 64, generator=torch.Generator().manual_seed(3))


def restarted(folder):
    saved = checkpoint_of(folder, IMAGES, SMALL.shape)
    network = LeafNet(len(saved['classes']), SMALL.shape)
    network.load_state_dict(saved['average'])
    return network


@torch.no_grad()
def test_a_released_model_goes_on_from_the_answers_it_gave(released):
    _, folder, _ = released
    shipped, network = read_shipped(folder), restarted(folder)
    asked = torch.randn(5, 3, 64, 64, generator=torch.Generator().manual_seed(4))
    expected = shipped.logits(shipped.network.embed(asked))
    assert torch.allclose(network.eval()(asked), expected, atol=1e-3)


@torch.no_grad()
def test_in_training_it_starts_from_the_same_function(released):
    _, folder, _ = released
    network = restarted(folder)
    assert torch.allclose(network.train()(IMAGES), restarted(folder).eval()(IMAGES), atol=1e-2)


def test_another_shape_is_refused(released):
    _, folder, _ = released
    with pytest.raises(ValueError, match='has no layer'):
        checkpoint_of(folder, IMAGES, Shape(8, (8, 16, 16, 24), (0, 1, 0, 0), 24))
