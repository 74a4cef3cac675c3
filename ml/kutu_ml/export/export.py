"""Turns a checkpoint into the files that are released: model.onnx, head.bin, card.json and the golden files.

    python -m kutu_ml export --data $LEAF_DATA --checkpoint ~/.cache/kutu-ml/runs/first/last.pt --version 2026.11.21-1

`--calibration` is what the command `calibrate` wrote: temperature, reliability and bands from places that other
networks were trained without. The leaf check is fitted on the network's own embeddings; the quality thresholds are
chosen on val (export/quality.py; some minutes). The test figures of the card are added by `evaluate --write`.
"""

import argparse
import json
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

import numpy as np
import onnx
import torch

from kutu_ml.calibrate.command import CALIBRATION
from kutu_ml.calibrate.leaf_check import fit_leaf_check_on
from kutu_ml.calibrate.places import is_leaf, sample_known
from kutu_ml.cli import add_data_option
from kutu_ml.data.labels import class_name, read_labels
from kutu_ml.data.preprocess import MEAN, STD, VIEWS
from kutu_ml.data.sources import attributions, count_by_source
from kutu_ml.evaluate.corruptions import photo_loaders
from kutu_ml.export.golden import write_golden
from kutu_ml.export.quality import write_quality
from kutu_ml.network.inference import embed_views
from kutu_ml.network.mobilenet_v2 import MobileNetV2, multiply_adds
from kutu_ml.network.onnx_network import OnnxNetwork, merge_padding, quantize_weights
from kutu_ml.network.released import write_card
from kutu_ml.paths import GOLDEN, MODELS, latest_model_dir
from kutu_ml.train.checkpoint import load_network

HEAT_THRESHOLD = 0.5
MAX_BYTES = 3_000_000
MAX_MULTIPLY_ADDS = 700_000_000
"""Of all views of an answer."""
OPSET = 13
PRETRAINED = {
    'name': 'MobileNetV2 1.0, ImageNet',
    'licence': 'Apache-2.0',
    'attribution': 'GitHub, google-coral/test_data @ 104342d, tf2_mobilenet_v2_1.0_224_ptq.tflite; Sandler et al. 2018',
}
"""Where the weights that training started from come from."""


class ExportedNetwork(torch.nn.Module):
    """The network without its head: returns the feature map and the embedding."""

    def __init__(self, network: MobileNetV2):
        super().__init__()
        self.network = network

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = self.network.features(image)
        return features, features.mean((2, 3))


def export_network(
    network: MobileNetV2, size: int, path: Path, scales: Mapping[str, torch.Tensor] = MappingProxyType({})
) -> None:
    """Writes the ONNX file of a network for images of size x size px.

    `scales` are those of the convolutions that the command `compress` rounded, by the names of their modules.
    """
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / 'plain.onnx'
        torch.onnx.export(
            ExportedNetwork(network).eval(),
            torch.zeros(1, 3, size, size),
            str(plain),
            opset_version=OPSET,
            input_names=['image'],
            output_names=['features', 'embedding'],
            dynamic_axes={name: {0: 'n'} for name in ('image', 'features', 'embedding')},
        )
        by_weight = {f'network.{name}.weight': scale.numpy() for name, scale in scales.items()}
        onnx.save(quantize_weights(merge_padding(onnx.load(str(plain))), by_weight), str(path))


def write_head(weight: torch.Tensor, bias: torch.Tensor, path: Path) -> None:
    """Writes head.bin: little-endian float32, the weights row by row [class][channel], then the biases.

    The values are rounded to float16, so that half of each compresses to nothing.
    """
    values = np.concatenate([weight.detach().numpy().ravel(), bias.detach().numpy()])
    path.write_bytes(values.astype('<f2').astype('<f4').tobytes())


def make_decision(calibration: dict, embeddings: np.ndarray, rows: Sequence[dict]) -> dict:
    """Returns the `decision` section of the card; the leaf check is fitted on embeddings of training photos."""
    leaf = fit_leaf_check_on(embeddings, rows)
    return {
        'other_crop_prior': calibration['other_crop_prior'],
        'leaf': {
            'weights': [float(f'{weight:.6g}') for weight in leaf.weights],
            'bias': float(f'{leaf.bias:.6g}'),
            'threshold': calibration['leaf_threshold'],
        },
        **{name: calibration[name] for name in ('reliability', 'bands', 'unfamiliar')},
    }


def export_model(
    checkpoint_path: Path, data: Sequence[Path], version: str, models: Path, golden: Path, calibration: dict
) -> Path:
    """Writes the released model to `models`/`version` and the golden files; returns the model's folder.

    `calibration` is what the command `calibrate` wrote.
    Raises SystemExit when the network is too large to release.
    """
    checkpoint, network = load_network(checkpoint_path)
    classes, size = checkpoint['classes'], checkpoint['settings']['eval_size']
    folder = models / version
    folder.mkdir(parents=True, exist_ok=True)
    compressed = checkpoint.get('compressed')
    export_network(network, size, folder / 'model.onnx', compressed['scales'] if compressed else {})
    write_head(network.head.weight, network.head.bias, folder / 'head.bin')
    exported = OnnxNetwork(folder / 'model.onnx')
    features, embedding = exported(torch.zeros(1, 3, size, size))

    rows = [row for row in read_labels(*data) if class_name(row) not in checkpoint['settings']['left_out_classes']]
    known = sample_known(rows, set(checkpoint['settings']['left_out_sources']))
    embeddings = embed_views(exported.embed, photo_loaders(known), VIEWS, size).mean(1)
    decision = make_decision(calibration, embeddings.numpy(), known)

    file_size = (folder / 'model.onnx').stat().st_size
    cost = multiply_adds(network, size)
    if file_size > MAX_BYTES or cost * len(VIEWS) > MAX_MULTIPLY_ADDS:
        raise SystemExit(f'too large to release: {file_size} bytes, {cost} multiply-adds')
    card = {
        'version': version,
        'created': datetime.now(UTC).date().isoformat(),
        'commit': checkpoint['commit'],
        'architecture': 'mobilenet-v2',
        'input_size': size,
        'mean': MEAN,
        'std': STD,
        'embedding_size': embedding.shape[1],
        'feature_size': list(features.shape[2:]),
        'classes': classes,
        'views': [{'scale': view.scale} for view in VIEWS],
        'temperature': calibration['temperature'],
        'thresholds': {'heat': HEAT_THRESHOLD},
        'decision': decision,
        # Those of the last model, until the command affected-area fits them.
        'parts': json.loads((latest_model_dir() / 'card.json').read_text())['parts'],
        'multiply_adds': cost,
        'bytes': file_size,
        **({'compressed': {name: compressed[name] for name in ('bits', 'samples')}} if compressed else {}),
        'measured': {},
        'trained_on': {
            'photos': checkpoint['train_rows'],
            'seconds': round(checkpoint['seconds']),
            'device': checkpoint['device'],
        },
        **({'pretrained': PRETRAINED} if checkpoint['is_pretrained'] else {}),
        'sources': attributions(count_by_source(row for row in known if not is_leaf(row)) | checkpoint['sources']),
    }
    write_card(folder, card)
    write_quality(folder, data)
    write_golden(folder, golden)
    return folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_option(parser)
    parser.add_argument('--checkpoint', type=Path, required=True, metavar='FILE')
    parser.add_argument('--version', required=True)
    parser.add_argument('--models', type=Path, default=MODELS, metavar='DIR')
    parser.add_argument('--golden', type=Path, default=GOLDEN, metavar='DIR')
    parser.add_argument('--calibration', type=Path, default=CALIBRATION, metavar='FILE', help='written by calibrate')


def run(args: argparse.Namespace) -> None:
    checkpoint = args.checkpoint.expanduser()
    calibration = json.loads(args.calibration.read_text())
    print(export_model(checkpoint, args.data, args.version, args.models, args.golden, calibration))
