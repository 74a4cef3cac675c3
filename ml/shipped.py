"""A shipped model folder, read back: network, head, card."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from network_file import Network
from preprocess import View
from scores import embeddings_of


MODELS = Path(__file__).parent.parent / 'packages' / 'vision' / 'models'


def latest_model() -> Path:
    return sorted(folder for folder in MODELS.iterdir() if (folder / 'card.json').exists())[-1]


@dataclass
class Shipped:
    card: dict
    network: Network
    weight: torch.Tensor
    bias: torch.Tensor

    @property
    def views(self) -> list[View]:
        return [View(view['scale'], view['flip']) for view in self.card['views']]

    def embeddings(self, photos: list) -> torch.Tensor:
        return embeddings_of(self.network.embed, photos, self.views, self.card['input_size'])

    def logits(self, embeddings: torch.Tensor) -> torch.Tensor:
        return embeddings @ self.weight.T + self.bias

    def fine(self, embeddings: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.logits(embeddings) / self.card['temperature'], 1)


def read_head(path: Path, classes: int, channels: int) -> tuple[torch.Tensor, torch.Tensor]:
    """head.bin is little-endian float32: weights row by row [class][channel], then the biases."""
    numbers = torch.from_numpy(np.frombuffer(path.read_bytes(), '<f4').copy())
    if numbers.numel() != classes * (channels + 1):
        raise ValueError(f'{path}: {numbers.numel()} numbers for {classes} classes of {channels} channels')
    return numbers[: classes * channels].view(classes, channels), numbers[classes * channels :]


def read_shipped(folder: Path) -> Shipped:
    card = json.loads((folder / 'card.json').read_text())
    weight, bias = read_head(folder / 'head.bin', len(card['classes']), card['embedding_size'])
    return Shipped(card, Network(folder / 'model.onnx'), weight, bias)


def write_card(folder: Path, card: dict) -> None:
    """card.json, indented, with every list of plain values on one line: phones load it, people compare versions of it."""
    text = json.dumps(card, indent=1)
    flat = re.sub(r'\[\n([^\[\]{}]*)\n *\]', lambda found: '[' + re.sub(r'\n *', ' ', found[1].lstrip()) + ']', text)
    (folder / 'card.json').write_text(flat + '\n')
