"""A released model, read from its folder: model.onnx, head.bin and card.json."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from kutu_ml.data.preprocess import View
from kutu_ml.evaluate.metrics import Answers
from kutu_ml.evaluate.verdict import answer_photos
from kutu_ml.network.inference import PhotoLoader, embed_views, membership_matrix
from kutu_ml.network.onnx_network import OnnxNetwork


@dataclass
class ReleasedModel:
    card: dict
    network: OnnxNetwork
    weight: torch.Tensor
    """Weights of the head, [classes, embedding_size]."""
    bias: torch.Tensor
    """Biases of the head, [classes]."""

    @property
    def views(self) -> list[View]:
        return [View(view['scale']) for view in self.card['views']]

    def embed(self, loaders: list[PhotoLoader]) -> torch.Tensor:
        """Returns the mean embedding of each photo over the card's views."""
        return self.embed_views(loaders).mean(1)

    def embed_views(self, loaders: list[PhotoLoader]) -> torch.Tensor:
        """Returns the embedding of each of the card's views of each photo, [n, views, channels]."""
        return embed_views(self.network.embed, loaders, self.views, self.card['input_size'])

    def answer(self, loaders: list[PhotoLoader]) -> Answers:
        """Returns the answers to photos whose crop nobody states."""
        return answer_photos(self.embed_views(loaders), (self.weight, self.bias), self.card, [None] * len(loaders))

    def logits(self, embeddings: torch.Tensor) -> torch.Tensor:
        return embeddings @ self.weight.T + self.bias

    def product_probs(self, embeddings: torch.Tensor) -> torch.Tensor:
        """Returns the probabilities of the product classes, [n, 5]."""
        fine_probs = torch.softmax(self.logits(embeddings) / self.card['temperature'], 1)
        return fine_probs @ membership_matrix(self.card['classes'])

    def predict(self, loaders: list[PhotoLoader]) -> torch.Tensor:
        """Returns the product class probabilities of photos, [n, 5]."""
        return self.product_probs(self.embed(loaders))


def read_head(path: Path, classes: int, channels: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Reads head.bin: little-endian float32, the weights row by row [class][channel], then the biases."""
    values = torch.from_numpy(np.frombuffer(path.read_bytes(), '<f4').copy())
    if values.numel() != classes * (channels + 1):
        raise ValueError(f'{path}: {values.numel()} numbers for {classes} classes of {channels} channels')
    return values[: classes * channels].view(classes, channels), values[classes * channels :]


def load_released_model(folder: Path) -> ReleasedModel:
    card = json.loads((folder / 'card.json').read_text())
    weight, bias = read_head(folder / 'head.bin', len(card['classes']), card['embedding_size'])
    return ReleasedModel(card, OnnxNetwork(folder / 'model.onnx'), weight, bias)


def write_card(folder: Path, card: dict) -> None:
    """Writes card.json, indented, with every list of plain values on one line: small to load, easy to compare."""
    text = json.dumps(card, indent=1)

    def join_lines(match: re.Match) -> str:
        return '[' + re.sub(r'\n *', ' ', match[1].lstrip()) + ']'

    (folder / 'card.json').write_text(re.sub(r'\[\n([^\[\]{}]*)\n *\]', join_lines, text) + '\n')
