"""Imports the backbone of an ImageNet classifier from a tfjs layers model.

    python -m kutu_ml import-backbone --package node_modules/nsfwjs --out ~/.cache/kutu-ml/mobilenet-v2.pt

The npm package nsfwjs (MIT) ships MobileNetV2 1.0 of Keras (Apache-2.0), 8 bits a weight. Its first eleven blocks are
those trained on ImageNet, frozen; the later ones were trained further for another task. The file is the state of a
LeafNet's stem and stages. The package need not be installed for anything else.
"""

import argparse
import base64
import json
import subprocess
from pathlib import Path

import numpy as np
import torch

from kutu_ml.data.preprocess import MEAN, STD
from kutu_ml.network.leafnet import ARCHITECTURES, LeafNet
from kutu_ml.network.mobilenet_v2 import InvertedResidual

SCRIPT = """
const read = name => { const file = require(`${process.argv[1]}/dist/models/mobilenet_v2/${name}.min.js`); return file.default ?? file }
process.stdout.write(JSON.stringify({ manifest: read('model').weightsManifest, data: read('group1-shard1of1') }))
"""


def read_weights(package: Path) -> dict[str, np.ndarray]:
    """Returns the float32 weights of the tfjs model by their Keras names."""
    command = ['node', '-e', SCRIPT, str(package.resolve())]
    model = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    data, offset, weights = base64.b64decode(model['data']), 0, {}
    for entry in model['manifest'][0]['weights']:
        count = int(np.prod(entry['shape']))
        code = entry['quantization']
        values = np.frombuffer(data, code['dtype'], count, offset)
        offset += values.nbytes
        weights[entry['name']] = (values * code['scale'] + code['min']).astype(np.float32).reshape(entry['shape'])
    if offset != len(data):
        raise ValueError(f'{package}: {len(data)} bytes of weights, {offset} expected')
    return weights


@torch.no_grad()
def load_layer(layer: torch.nn.Sequential, weights: dict[str, np.ndarray], conv: str, norm: str) -> None:
    """Loads a convolution (Keras: [h, w, in, out], depthwise [h, w, in, 1]) and its BatchNorm."""
    is_depthwise = layer[0].groups > 1
    kernel = torch.from_numpy(weights[conv])
    layer[0].weight.copy_(kernel.permute(2, 3, 0, 1) if is_depthwise else kernel.permute(3, 2, 0, 1))
    names = {'weight': 'gamma', 'bias': 'beta', 'running_mean': 'moving_mean', 'running_var': 'moving_variance'}
    for ours, theirs in names.items():
        getattr(layer[1], ours).copy_(torch.from_numpy(weights[f'{norm}/{theirs}']))


@torch.no_grad()
def adapt_input(layer: torch.nn.Sequential) -> None:
    """Changes the first layer, which expects values from -1 to 1, to those that `normalize` returns."""
    mean, std = torch.tensor(MEAN), torch.tensor(STD)
    kernel = layer[0].weight
    layer[1].running_mean -= (kernel * (2 * mean - 1)[None, :, None, None]).sum((1, 2, 3))
    kernel *= (2 * std)[None, :, None, None]


def import_backbone(package: Path) -> dict[str, torch.Tensor]:
    """Returns the state of the stem and the stages of a LeafNet with the architecture mobilenet-v2."""
    weights = read_weights(package)
    network = LeafNet(1, ARCHITECTURES['mobilenet-v2'])
    load_layer(network.stem.conv, weights, 'Conv1/kernel', 'bn_Conv1')
    adapt_input(network.stem.conv)
    blocks = [module for module in network.modules() if isinstance(module, InvertedResidual)]
    for i, block in enumerate(blocks):
        name = f'block_{i}' if i > 0 else 'expanded_conv'
        if block.expand is not None:
            load_layer(block.expand, weights, f'{name}_expand/kernel', f'{name}_expand_BN')
        load_layer(block.filter, weights, f'{name}_depthwise/depthwise_kernel', f'{name}_depthwise_BN')
        load_layer(block.project, weights, f'{name}_project/kernel', f'{name}_project_BN')
    return {name: value for name, value in network.state_dict().items() if name.startswith(('stem.', 'stages.'))}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('--package', type=Path, required=True, metavar='DIR', help='the unpacked npm package nsfwjs')
    parser.add_argument('--out', type=Path, required=True, metavar='FILE')


def run(args: argparse.Namespace) -> None:
    torch.save(import_backbone(args.package), args.out.expanduser())
    print(f'{args.out}: {args.out.expanduser().stat().st_size} bytes')
