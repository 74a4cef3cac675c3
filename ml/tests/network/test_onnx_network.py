import numpy as np
import onnx
import torch
from onnx import numpy_helper

from kutu_ml.evaluate.compare import differences
from kutu_ml.export.export import export_network
from kutu_ml.network.leafnet import LeafNet, NetworkConfig
from kutu_ml.network.onnx_network import FLOAT16_FRACTION, OnnxNetwork, quantize_int8

CONFIG = NetworkConfig(8, (16, 32, 64, 64), (0, 1, 1, 0), 64)


def export_random(place):
    torch.manual_seed(4)
    network = LeafNet(6, CONFIG).eval()
    export_network(network, 64, place / 'model.onnx')
    return network, place / 'model.onnx'


def test_all_but_the_smallest_convolutions_are_stored_as_int8(tmp_path):
    _, path = export_random(tmp_path)
    stored = {weight.name: numpy_helper.to_array(weight) for weight in onnx.load(str(path)).graph.initializer}
    convolutions = [values for name, values in stored.items() if values.ndim == 4 and not name.endswith('_scale')]
    float16 = [values.size for values in convolutions if values.dtype == np.float16]
    int8 = [values.size for values in convolutions if values.dtype == np.int8]
    assert len(float16) + len(int8) == len(convolutions)
    assert 0 < sum(float16) <= FLOAT16_FRACTION * (sum(float16) + sum(int8))
    assert max(float16) < min(int8)
    assert path.stat().st_size < 1.25 * (sum(float16) + sum(int8))


def test_the_file_read_back_is_the_trained_network_up_to_rounding(tmp_path):
    network, path = export_random(tmp_path)
    exported = OnnxNetwork(path)
    images = torch.randn(4, 3, 64, 64, generator=torch.Generator().manual_seed(5))
    with torch.no_grad():
        expected = network.embed(images)
    assert float((exported.embed(images) - expected).norm() / expected.norm()) < 0.02
    trained = network.stages[3].down[0].weight
    scale = (1 + network.stages[3].down[1].eps) ** -0.5
    found = exported.weights()['network.stages.3.down.0.weight']
    steps = trained.detach().abs().amax((1, 2, 3), keepdim=True) * scale / 127
    assert bool(((found - trained.detach() * scale).abs() <= steps * 0.501).all())


def test_every_channel_is_quantized_with_its_own_scale():
    values = np.random.default_rng(1).normal(size=(3, 4, 3, 3)) * np.array([1.0, 1e-4, 0.0]).reshape(3, 1, 1, 1)
    codes, scale = quantize_int8(values)
    assert np.abs(codes).max((1, 2, 3)).tolist() == [127, 127, 0]
    assert np.all(np.abs(codes * scale - values) <= scale / 2 * 1.001)


def test_models_are_compared_photo_by_photo():
    rows = [{'product_class': name} for name in ('healthy', 'common_rust', 'healthy')]
    first = torch.tensor([[0.1, 0.9, 0, 0, 0], [0.8, 0.2, 0, 0, 0], [0.4, 0.6, 0, 0, 0]])
    second = torch.tensor([[0.2, 0.8, 0, 0, 0], [0.8, 0.2, 0, 0, 0], [0.55, 0.45, 0, 0, 0]])
    found = differences(first, second, rows)
    assert (found['accuracy_before'], found['accuracy_after'], found['other_class']) == (1.0, 0.6667, 1)
    assert found['gap_max'] == 0.15
