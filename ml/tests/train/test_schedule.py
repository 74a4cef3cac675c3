import numpy as np
import pytest
import torch

from kutu_ml.network.mobilenet_v2 import MobileNetV2, NetworkConfig
from kutu_ml.settings import Settings
from kutu_ml.train.command import parse_settings
from kutu_ml.train.loop import update_ema
from kutu_ml.train.loss import classification_loss
from kutu_ml.train.schedule import image_size_at, lr_at

TINY = NetworkConfig(embedding_size=8, width=0.25)


def test_the_learning_rate_warms_up_then_falls_and_images_grow():
    settings = Settings()
    assert lr_at(settings, 0.0) < lr_at(settings, settings.warmup) == pytest.approx(settings.lr)
    assert lr_at(settings, 1.0) == pytest.approx(settings.min_lr)
    sizes = [image_size_at(settings, progress) for progress in (0, 0.3, 0.6, 0.99)]
    assert sizes == sorted(sizes) and sizes[0] < sizes[-1] <= settings.eval_size


def test_the_moving_average_keeps_the_decayed_part_of_the_old_weights():
    ema, network = MobileNetV2(2, TINY), MobileNetV2(2, TINY)
    before = ema.head.weight.detach().clone()
    update_ema(ema, network, 0.9)
    assert torch.allclose(ema.head.weight, 0.9 * before + 0.1 * network.head.weight, atol=1e-6)


def test_the_loss_is_the_sum_of_both_cross_entropies():
    settings = Settings(label_smoothing=0.0, product_loss_weight=2.0)
    membership = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    probs = torch.tensor([[0.2, 0.3, 0.5]])
    loss = classification_loss(probs.log(), torch.tensor([[0.0, 1.0, 0.0]]), membership, settings)
    assert float(loss) == pytest.approx(-np.log(0.3) - 2 * np.log(0.5))


def test_settings_are_parsed_from_json_and_unknown_names_are_refused():
    settings = parse_settings(['batch_size=128', 'network={"embedding_size": 320}', 'left_out_sources=["PlantDoc"]'], minutes=3.0)
    assert (settings.batch_size, settings.network.embedding_size, settings.minutes) == (128, 320, 3.0)
    with pytest.raises(SystemExit, match='batch'):
        parse_settings(['batch=128'])
