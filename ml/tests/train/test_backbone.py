import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn

from kutu_ml.data.preprocess import normalize
from kutu_ml.network.mobilenet_v2 import MobileNetV2
from kutu_ml.network.tflite import read_convolutions
from kutu_ml.train.backbone import informative_channels, load_backbone

sys.path.append(str(Path(__file__).parent.parent / 'network'))
from tflite_file import write_convolutions  # noqa: E402


def random_layers(shapes: list[tuple[tuple[int, ...], int]]) -> list:
    rng = np.random.default_rng(3)
    return [
        (shape[1] == 1 and shape[0] > 1, (rng.normal(size=shape) * 0.3).astype('f4'), rng.normal(size=shape[0]) * 0.1, stride)
        for shape, stride in shapes
    ]


def test_convolutions_are_read_with_the_scale_of_each_channel(tmp_path):
    layers = random_layers([((4, 3, 3, 3), 2), ((4, 1, 3, 3), 1), ((8, 4, 1, 1), 1)])
    (tmp_path / 'net.tflite').write_bytes(write_convolutions(layers))
    found = read_convolutions(tmp_path / 'net.tflite')
    assert [(one.is_depthwise, one.stride) for one in found] == [(False, 2), (True, 1), (False, 1)]
    for one, (_, weight, bias, _) in zip(found, layers):
        steps = np.abs(weight).max((1, 2, 3), keepdims=True) / 127
        assert one.weight.shape == weight.shape and bool((np.abs(one.weight - weight) <= steps * 0.51).all())
        assert np.allclose(one.bias, bias, atol=float(steps.max()))


def test_other_files_are_refused(tmp_path):
    (tmp_path / 'net.tflite').write_bytes(b'\0' * 64)
    with pytest.raises(ValueError, match='no TensorFlow Lite file'):
        read_convolutions(tmp_path / 'net.tflite')
    (tmp_path / 'net.tflite').write_bytes(write_convolutions(random_layers([((4, 3, 3, 3), 2)])))
    with pytest.raises(ValueError, match='no MobileNetV2'):
        load_backbone(MobileNetV2(3), tmp_path / 'net.tflite', torch.zeros(1, 3, 32, 32))


def test_a_network_starts_from_the_layers_of_the_file_and_reads_its_own_normalization(tmp_path):
    network = MobileNetV2(3).eval()
    modules = [m for part in (network.stem, network.stages) for m in part.modules() if isinstance(m, nn.Conv2d)]
    layers = random_layers([(tuple(m.weight.shape), m.stride[0]) for m in modules] + [((1280, 320, 1, 1), 1)])
    (tmp_path / 'net.tflite').write_bytes(write_convolutions(layers))
    load_backbone(network, tmp_path / 'net.tflite', torch.randn(70, 3, 32, 32))
    found = read_convolutions(tmp_path / 'net.tflite')
    assert torch.equal(network.stages[6][0].project.weight, torch.from_numpy(found[-2].weight))
    rows = {row.tobytes() for row in found[-1].weight}
    assert all(row.tobytes() in rows for row in network.coarse.weight.detach().numpy())
    pixels = torch.randint(0, 256, (1, 3, 32, 32)).float()
    # Inside the border, where padding by zeros means another color.
    expected = nn.functional.conv2d(pixels / 127.5 - 1, torch.from_numpy(found[0].weight), torch.from_numpy(found[0].bias), 2)
    with torch.no_grad():
        assert torch.allclose(network.stem(normalize(pixels))[..., :15, :15], expected, atol=1e-4)


def test_channels_that_say_the_same_are_not_chosen_twice():
    rng = np.random.default_rng(1)
    base = rng.normal(size=(50, 3))
    features = np.concatenate([base * [3, 2, 1], base * [1.5, 1.9, 0.5]], 1)
    assert informative_channels(features, 3) == [0, 1, 2]
