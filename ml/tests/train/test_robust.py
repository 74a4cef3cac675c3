import pytest
import torch

from kutu_ml.train.robust import SourceWeights

SOURCES = torch.tensor([0, 0, 1, 1])


def test_the_source_with_the_higher_loss_counts_more():
    weights = SourceWeights(2, temperature=1.0).weigh(torch.tensor([1.0, 1.0, 2.0, 2.0]), SOURCES)
    assert weights.mean().item() == pytest.approx(1)
    assert (weights[2] / weights[0]).item() == pytest.approx(torch.e)


def test_a_high_temperature_weighs_all_alike():
    weights = SourceWeights(2, temperature=1e6).weigh(torch.tensor([1.0, 1.0, 5.0, 5.0]), SOURCES)
    assert torch.allclose(weights, torch.ones(4), atol=1e-4)


def test_one_bad_sample_does_not_outweigh_a_source_s_history():
    sources = SourceWeights(2, temperature=0.5)
    for _ in range(100):
        sources.weigh(torch.tensor([0.5, 0.5, 1.0, 1.0]), SOURCES)
    weights = sources.weigh(torch.tensor([3.0, 0.5, 1.0, 1.0]), SOURCES)
    assert weights[0] == weights[1] < weights[2]


def test_the_state_of_an_interrupted_run_goes_on():
    first, second = SourceWeights(2, 0.5), SourceWeights(2, 0.5)
    first.weigh(torch.tensor([1.0, 2.0, 3.0, 4.0]), SOURCES)
    second.load_state_dict(first.state_dict())
    losses = torch.tensor([2.0, 2.0, 1.0, 1.0])
    assert torch.equal(first.weigh(losses, SOURCES), second.weigh(losses, SOURCES))
