import numpy as np
import onnx
import torch
from onnx import numpy_helper

from compare import differences
from export import write_network
from model import LeafNet, Shape
from network_file import SPARED, Network, rounded_to_bytes

SHAPE = Shape(8, (16, 32, 64, 64), (0, 1, 1, 0), 64)


def exported(place):
    torch.manual_seed(4)
    network = LeafNet(6, SHAPE).eval()
    write_network(network, 64, place / 'model.onnx')
    return network, place / 'model.onnx'


def test_all_but_the_smallest_convolutions_are_kept_in_a_byte_a_weight(tmp_path):
    _, path = exported(tmp_path)
    kept = {weight.name: numpy_helper.to_array(weight) for weight in onnx.load(str(path)).graph.initializer}
    convolutions = [values for name, values in kept.items() if values.ndim == 4 and not name.endswith('_scale')]
    spared = [values.size for values in convolutions if values.dtype == np.float16]
    rounded = [values.size for values in convolutions if values.dtype == np.int8]
    assert len(spared) + len(rounded) == len(convolutions)
    assert 0 < sum(spared) <= SPARED * (sum(spared) + sum(rounded))
    assert max(spared) < min(rounded)
    assert path.stat().st_size < 1.25 * (sum(spared) + sum(rounded))


def test_what_is_read_back_is_the_trained_network_but_for_the_rounding(tmp_path):
    network, path = exported(tmp_path)
    shipped = Network(path)
    images = torch.randn(4, 3, 64, 64, generator=torch.Generator().manual_seed(5))
    with torch.no_grad():
        wanted = network.embed(images)
    assert float((shipped.embed(images) - wanted).norm() / wanted.norm()) < 0.02
    trained = network.stages[3].down[0].weight
    scale = (1 + network.stages[3].down[1].eps) ** -0.5
    found = shipped.weights()['network.stages.3.down.0.weight']
    steps = trained.detach().abs().amax((1, 2, 3), keepdim=True) * scale / 127
    assert bool(((found - trained.detach() * scale).abs() <= steps * 0.501).all())


def test_every_channel_is_rounded_by_its_own_scale():
    values = np.random.default_rng(1).normal(size=(3, 4, 3, 3)) * np.array([1.0, 1e-4, 0.0]).reshape(3, 1, 1, 1)
    bytes_, scale = rounded_to_bytes(values)
    assert np.abs(bytes_).max((1, 2, 3)).tolist() == [127, 127, 0]
    assert np.all(np.abs(bytes_ * scale - values) <= scale / 2 * 1.001)


def test_models_are_compared_photo_by_photo():
    rows = [{'product_class': name} for name in ('healthy', 'common_rust', 'healthy')]
    first = torch.tensor([[0.1, 0.9, 0, 0, 0], [0.8, 0.2, 0, 0, 0], [0.4, 0.6, 0, 0, 0]])
    second = torch.tensor([[0.2, 0.8, 0, 0, 0], [0.8, 0.2, 0, 0, 0], [0.55, 0.45, 0, 0, 0]])
    found = differences(first, second, rows)
    assert (found['accuracy_before'], found['accuracy_after'], found['other_class']) == (1.0, 0.6667, 1)
    assert found['gap_largest'] == 0.15
