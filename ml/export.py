"""Turn a checkpoint into the files that are shipped: model.onnx, head.bin, card.json, and the golden files.

    python ml/export.py --data $LEAF_DATA --checkpoint ~/.cache/kutu-ml/runs/first/last.pt --version 2026.11.21-1

Temperature and thresholds are chosen on val (choice.py, quality.py; some minutes). The card's test figures are added by `evaluate.py --write`.
"""

import argparse
import os
import tempfile
from datetime import datetime, timezone
from pathlib import Path

import numpy as np
import onnx
import torch

from choice import chosen, photos_of
from golden import write_golden
from model import LeafNet, Shape, fold_batch_norm, multiply_adds
from network_file import Network, with_small_weights
from prepare import read_labels
from preprocess import MEAN, STD, View
from quality import write_quality
from scores import embeddings_of
from shipped import read_head, write_card
from sources import sources_of

VISION = Path(__file__).parent.parent / 'packages' / 'vision'
VIEWS = (View(1.0, False), View(1.0, True), View(0.65, False), View(0.65, True))
HEAT_THRESHOLD = 0.5
MOST_BYTES = 3_000_000
MOST_MULTIPLY_ADDS = 120_000_000
OPSET = 13


class Exported(torch.nn.Module):
    def __init__(self, network: LeafNet):
        super().__init__()
        self.network = network

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = self.network.features(image)
        return features, features.mean((2, 3))


def load_checkpoint(path: Path) -> tuple[dict, LeafNet]:
    saved = torch.load(path, map_location='cpu')
    network = LeafNet(len(saved['classes']), Shape(**saved['settings']['shape']))
    network.load_state_dict(saved['average'])
    return saved, network.eval()


def write_network(network: LeafNet, size: int, path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / 'plain.onnx'
        torch.onnx.export(
            Exported(fold_batch_norm(network)), torch.zeros(1, 3, size, size), str(plain), opset_version=OPSET,
            input_names=['image'], output_names=['features', 'embedding'],
            dynamic_axes={name: {0: 'n'} for name in ('image', 'features', 'embedding')},
        )
        onnx.save(with_small_weights(onnx.load(str(plain))), str(path))


def write_head(weight: torch.Tensor, bias: torch.Tensor, path: Path) -> None:
    """Little-endian float32: the weights row by row [class][channel], then the biases."""
    numbers = np.concatenate([weight.detach().numpy().ravel(), bias.detach().numpy()])
    path.write_bytes(numbers.astype('<f4').tobytes())


def half_of_the_sources(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """Photos without a leaf of every other source by name; the rest is left to measure with (`evaluate.py --held`)."""
    found = [row for row in rows if row['product_class'] == 'not_leaf']
    chosen_by = sorted({row['source'] for row in found})[::2]
    return [row for row in found if row['source'] in chosen_by]


def export(
    checkpoint: Path, data: Path, version: str, models: Path, golden: Path, others: Path | None = None
) -> Path:
    saved, network = load_checkpoint(checkpoint)
    classes, size = saved['classes'], saved['settings']['test_size']
    folder = models / version
    folder.mkdir(parents=True, exist_ok=True)
    write_network(network, size, folder / 'model.onnx')
    write_head(network.head.weight, network.head.bias, folder / 'head.bin')
    shipped = Network(folder / 'model.onnx')
    features, embedding = shipped(torch.zeros(1, 3, size, size))

    rows = read_labels(data)
    val = [row for row in rows if row['split'] == 'val']
    weight, bias = read_head(folder / 'head.bin', len(classes), embedding.shape[1])
    leafless = [] if others is None else half_of_the_sources(read_labels(others))
    temperature, found = chosen(
        lambda photos: embeddings_of(shipped.embed, photos, VIEWS, size) @ weight.T + bias, classes, data, val,
        photos_of(others, leafless) if leafless else [],
    )
    thresholds = {**found, 'heat': HEAT_THRESHOLD}

    bytes_shipped = (folder / 'model.onnx').stat().st_size
    cost = multiply_adds(network, size)
    if bytes_shipped > MOST_BYTES or cost > MOST_MULTIPLY_ADDS:
        raise SystemExit(f'too large to ship: {bytes_shipped} bytes, {cost} multiply-adds')
    card = {
        'version': version,
        'created': datetime.now(timezone.utc).date().isoformat(),
        'commit': saved['commit'],
        'architecture': 'residual-3x3',
        'input_size': size,
        'mean': MEAN,
        'std': STD,
        'embedding_size': embedding.shape[1],
        'feature_size': list(features.shape[2:]),
        'classes': classes,
        'views': [{'scale': view.scale, 'flip': view.flip} for view in VIEWS],
        'temperature': temperature,
        'thresholds': thresholds,
        'multiply_adds': cost,
        'bytes': bytes_shipped,
        'measured': {},
        'trained_on': {
            'photos': saved['train_rows'], 'seconds': round(saved['seconds']), 'device': saved['device'],
        },
        'sources': sources_of(saved['sources']),
        'chosen_on': {
            'val': len(val), 'more_without_leaf': len(leafless),
            'their_sources': sorted({row['source'] for row in leafless}),
        },
    }
    write_card(folder, card)
    write_quality(folder, data)
    write_golden(folder, golden)
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--data', type=Path, default=os.environ.get('LEAF_DATA'))
    parser.add_argument('--checkpoint', type=Path, required=True)
    parser.add_argument('--version', required=True)
    parser.add_argument('--models', type=Path, default=VISION / 'models')
    parser.add_argument('--golden', type=Path, default=VISION / 'test' / 'golden')
    parser.add_argument('--others', type=Path, help='the held folder of scenes.py: half of its packages help choose the leaf threshold')
    args = parser.parse_args()
    if args.data is None:
        parser.error('give --data or set LEAF_DATA')
    print(export(args.checkpoint, Path(args.data), args.version, args.models, args.golden, args.others))


if __name__ == '__main__':
    main()
