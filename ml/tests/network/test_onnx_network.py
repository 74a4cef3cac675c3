import numpy as np
import onnx
import torch
from onnx import numpy_helper

from kutu_ml.export.export import export_network
from kutu_ml.network.mobilenet_v2 import MobileNetV2, NetworkConfig
from kutu_ml.network.onnx_network import FLOAT16_FRACTION, OnnxNetwork, quantize_int8

CONFIG = NetworkConfig(embedding_size=64, width=0.5)


def export_random(place):
    torch.manual_seed(4)
    network = MobileNetV2(6, CONFIG).eval()
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
    assert max(float16) <= min(int8)
    assert path.stat().st_size < 1.25 * (sum(float16) + sum(int8))


def test_the_file_read_back_is_the_trained_network_up_to_rounding(tmp_path):
    network, path = export_random(tmp_path)
    exported = OnnxNetwork(path)
    images = torch.randn(4, 3, 64, 64, generator=torch.Generator().manual_seed(5))
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            found = exported.weights().get(f'network.{name}')
            if not name.startswith('head') and found is not None:
                steps = parameter.abs().amax(tuple(range(1, parameter.ndim)), keepdim=True) / 127
                assert bool(((found - parameter).abs() <= steps * 0.501 + 1e-3 * parameter.abs()).all()), name
                parameter.copy_(found)
        expected = network.embed(images)
    assert float((exported.embed(images) - expected).norm() / expected.norm()) < 1e-5


def test_padding_at_stride_2_is_an_attribute_of_the_convolution(tmp_path):
    _, path = export_random(tmp_path)
    nodes = onnx.load(str(path)).graph.node
    assert not [node for node in nodes if node.op_type == 'Pad']
    attributes = [{a.name: list(a.ints) for a in node.attribute} for node in nodes if node.op_type == 'Conv']
    pads = {(tuple(a['strides']), tuple(a['kernel_shape'])): a['pads'] for a in attributes}
    assert pads == {((2, 2), (3, 3)): [0, 0, 1, 1], ((1, 1), (3, 3)): [1] * 4, ((1, 1), (1, 1)): [0] * 4}


def test_every_channel_is_quantized_with_its_own_scale():
    values = np.random.default_rng(1).normal(size=(3, 4, 3, 3)) * np.array([1.0, 1e-4, 0.0]).reshape(3, 1, 1, 1)
    codes, scale = quantize_int8(values)
    assert np.abs(codes).max((1, 2, 3)).tolist() == [127, 127, 0]
    assert np.all(np.abs(codes * scale - values) <= scale / 2 * 1.001)
