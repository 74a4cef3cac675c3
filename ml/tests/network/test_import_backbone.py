import base64
import json
from pathlib import Path

import numpy as np
import pytest
import torch

from kutu_ml.data.preprocess import normalize
from kutu_ml.network.import_backbone import import_backbone
from kutu_ml.network.leafnet import ARCHITECTURES, LeafNet
from kutu_ml.network.mobilenet_v2 import InvertedResidual
from kutu_ml.train.checkpoint import load_backbone


def keras_weights(network: LeafNet) -> dict[str, np.ndarray]:
    """Returns the weights of the stem and the stages by their Keras names."""
    layers = [('Conv1/kernel', 'bn_Conv1', network.stem.conv)]
    for i, block in enumerate(module for module in network.modules() if isinstance(module, InvertedResidual)):
        name = f'block_{i}' if i > 0 else 'expanded_conv'
        if block.expand is not None:
            layers.append((f'{name}_expand/kernel', f'{name}_expand_BN', block.expand))
        layers.append((f'{name}_depthwise/depthwise_kernel', f'{name}_depthwise_BN', block.filter))
        layers.append((f'{name}_project/kernel', f'{name}_project_BN', block.project))
    weights = {}
    for kernel, norm, (conv, batch_norm) in layers:
        axes = (2, 3, 0, 1) if conv.groups > 1 else (2, 3, 1, 0)
        weights[kernel] = conv.weight.detach().permute(axes).numpy()
        weights[f'{norm}/gamma'] = batch_norm.weight.detach().numpy()
        weights[f'{norm}/beta'] = batch_norm.bias.detach().numpy()
        weights[f'{norm}/moving_mean'] = batch_norm.running_mean.numpy()
        weights[f'{norm}/moving_variance'] = batch_norm.running_var.numpy()
    return weights


def write_package(folder: Path, weights: dict[str, np.ndarray], surplus: bytes = b'') -> Path:
    """Writes a tfjs layers model with 16-bit weights, laid out like the npm package."""
    manifest, data = [], surplus
    for name, values in weights.items():
        low, high = float(values.min()), float(values.max())
        scale = (high - low) / 65535 or 1.0
        data += np.rint((values - low) / scale).astype('<u2').tobytes()
        code = {'min': low, 'scale': scale, 'dtype': 'uint16'}
        manifest.append({'name': name, 'shape': values.shape, 'quantization': code})
    place = folder / 'dist/models/mobilenet_v2'
    place.mkdir(parents=True)
    model = json.dumps({'weightsManifest': [{'weights': manifest}]})
    (place / 'model.min.js').write_text(f'module.exports = {model}')
    (place / 'group1-shard1of1.min.js').write_text(f'module.exports = "{base64.b64encode(data).decode()}"')
    return folder


@torch.no_grad()
def test_the_imported_network_computes_the_same_features_from_photos_normalized_as_here(tmp_path):
    torch.manual_seed(2)
    keras = LeafNet(1, ARCHITECTURES['mobilenet-v2']).eval()
    torch.save(import_backbone(write_package(tmp_path / 'package', keras_weights(keras))), tmp_path / 'backbone.pt')
    network = LeafNet(1, ARCHITECTURES['mobilenet-v2']).eval()
    load_backbone(network, tmp_path / 'backbone.pt')
    # One color, and only cells that do not see the edge: Keras pads with gray, this network with the mean color.
    photo = torch.tensor([0.2, 0.7, 0.4]).view(1, 3, 1, 1).expand(1, 3, 96, 96)
    expected = keras.stem(photo * 2 - 1)
    found = network.stem(normalize(photo, 1.0))
    assert torch.allclose(found[:, :, 4:-4, 4:-4], expected[:, :, 4:-4, 4:-4], atol=2e-3)


def test_a_package_with_other_weights_is_refused(tmp_path):
    weights = keras_weights(LeafNet(1, ARCHITECTURES['mobilenet-v2']))
    with pytest.raises(ValueError, match='bytes of weights'):
        import_backbone(write_package(tmp_path, weights, surplus=b'xx'))


def test_a_backbone_of_another_architecture_is_refused(tmp_path):
    torch.save({}, tmp_path / 'backbone.pt')
    with pytest.raises(ValueError, match='another architecture'):
        load_backbone(LeafNet(1), tmp_path / 'backbone.pt')
