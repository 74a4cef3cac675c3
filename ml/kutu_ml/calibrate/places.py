"""Predictions about photos of places that a network was trained without, and the groups that they are judged by."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from kutu_ml.data.folds import main_crop
from kutu_ml.data.labels import EVALUATED_CLASSES, HEALTH_CLASSES, SUPPORTED_CROPS, class_name
from kutu_ml.data.preprocess import VIEWS
from kutu_ml.evaluate.corruptions import photo_loaders
from kutu_ml.evaluate.metrics import evaluated_probs, true_classes
from kutu_ml.evaluate.verdict import Scores, score
from kutu_ml.network.inference import embed_views, membership_matrix
from kutu_ml.train.checkpoint import load_network

MIN_PHOTOS = 30
"""A source with fewer photos is grouped with the other small sources of its crop."""
MAX_LEAVES = 1500
"""Number of leaves of known places that the leaf check is fitted on, besides those of new places."""
MAX_SCENES = 150
"""Number of photos without a leaf of each known source that the leaf check is fitted on."""
TEMPERATURES = np.exp(np.linspace(np.log(0.3), np.log(3.0), 231))
MAX_CROP_LEFT_OUT = 1 / 3
"""A network that lost more of a crop's photos than this is no measure for the released one, which lost none."""


@dataclass
class Place:
    """One network, its photos of new places (left out of its training) and a sample of those that it was trained on."""

    name: str
    classes: list[dict[str, str]]
    weight: torch.Tensor
    bias: torch.Tensor
    rows: list[dict]
    """Photos of new places."""
    views: torch.Tensor
    """Their view embeddings, [n, views, channels]."""
    known_rows: list[dict]
    known: torch.Tensor
    """Mean embeddings of photos of known places, [m, channels]."""
    temperature: float
    """Temperature with the least log loss on val (known places)."""

    @property
    def mean(self) -> torch.Tensor:
        return self.views.mean(1)

    @property
    def groups(self) -> np.ndarray:
        """The name of each new photo's group, [n]."""
        return group_rows(self.rows)

    def score(self, temperature: float, stated: Sequence[str | None], prior: float) -> Scores:
        return score(self.views @ self.weight.T + self.bias, self.classes, temperature, stated, prior)


def is_ours(row: dict) -> bool:
    """Tells whether the product has an answer for a row's leaf: a supported crop with a health label."""
    return row['crop'] in SUPPORTED_CROPS and row['product_class'] in HEALTH_CLASSES


def is_other_crop(row: dict) -> bool:
    return row['crop'] not in SUPPORTED_CROPS and row['product_class'] != 'not_leaf'


def is_leaf(row: dict) -> bool:
    return row['product_class'] != 'not_leaf'


def group_rows(rows: Sequence[dict]) -> np.ndarray:
    """Returns the name of each row's group: its source, or the small sources of one main crop together."""
    crops: dict[str, Counter] = defaultdict(Counter)
    for row in rows:
        crops[row['source']][row['crop']] += 1
    names = {
        source: source if counts.total() >= MIN_PHOTOS else f'small sources: {main_crop(counts)}'
        for source, counts in crops.items()
    }
    return np.array([names[row['source']] for row in rows])


def sample_known(rows: Sequence[dict], left_out: set[str]) -> list[dict]:
    """Returns photos of known places that the leaf check is fitted on: leaves, and some of each source without one."""
    inside = [row for row in rows if row['split'] in ('train', 'extra') and row['source'] not in left_out]
    leaves = [row for row in inside if is_leaf(row)]
    scenes: dict[str, list[dict]] = defaultdict(list)
    for row in inside:
        if not is_leaf(row):
            scenes[row['source']].append(row)
    chosen = [row for source in scenes.values() for row in thin_out(source, MAX_SCENES)]
    return chosen + thin_out(leaves, MAX_LEAVES)


def thin_out(rows: list[dict], count: int) -> list[dict]:
    """Returns every how many-th row, so that about `count` are left, and fewer than twice as many."""
    return rows[:: max(1, len(rows) // count)]


def poorly_taught_crops(rows: Sequence[dict], left_out: set[str]) -> set[str]:
    """Returns the crops that lost more than MAX_CROP_LEFT_OUT of their photos with the left-out sources."""
    leaves = [row for row in rows if is_leaf(row) and not row['split'].startswith('test')]
    every = Counter(row['crop'] for row in leaves)
    lost = Counter(row['crop'] for row in leaves if row['source'] in left_out)
    return {crop for crop in SUPPORTED_CROPS if lost[crop] > MAX_CROP_LEFT_OUT * every[crop]}


def fit_temperature(logits: torch.Tensor, labels: torch.Tensor, membership: torch.Tensor) -> float:
    """Returns the temperature with the least log loss of the product classes, by a fine search.

    Temperature scaling (Guo et al. 2017), on sums of softmax probabilities. `labels` [n] are indices of evaluated
    classes.
    """
    best, best_loss = 1.0, float('inf')
    for temperature in TEMPERATURES:
        probs = evaluated_probs(torch.softmax(logits / temperature, 1) @ membership)
        loss = -torch.log(probs[torch.arange(len(labels)), labels].clamp(min=1e-9)).mean().item()
        if loss < best_loss:
            best, best_loss = float(temperature), loss
    return round(best, 4)


def checkpoint_place(path: Path, rows: Sequence[dict]) -> Place:
    """Reads the photos of a network's new places, a sample of its known ones and val.

    Raises SystemExit where the checkpoint leaves no source out, or was trained on one that it leaves out.
    """
    checkpoint, network = load_network(path)
    classes, left_out = checkpoint['classes'], set(checkpoint['settings']['left_out_sources'])
    if not left_out:
        raise SystemExit(f'{path} leaves no source out')
    if seen := left_out & set(checkpoint['sources']):
        raise SystemExit(f'{path} was trained on {sorted(seen)}')
    rows = [row for row in rows if class_name(row) not in checkpoint['settings']['left_out_classes']]
    new = [row for row in rows if row['source'] in left_out and not row['split'].startswith('test')]
    unjudged = poorly_taught_crops(rows, left_out)
    new = [row for row in new if row['crop'] not in unjudged]
    known = sample_known(rows, left_out)
    val = [row for row in rows if row['split'] == 'val' and row['source'] not in left_out]
    val = [row for row in val if row['product_class'] in EVALUATED_CLASSES]

    network = network.to(memory_format=torch.channels_last)

    def embed(images: torch.Tensor) -> torch.Tensor:
        return network.embed(images.contiguous(memory_format=torch.channels_last))

    views = embed_views(embed, photo_loaders([*new, *known, *val]), VIEWS, checkpoint['settings']['eval_size'])
    new_views, known_views, val_views = views.split([len(new), len(known), len(val)])
    weight, bias = network.head.weight.detach(), network.head.bias.detach()
    val_logits = val_views.mean(1) @ weight.T + bias
    temperature = fit_temperature(val_logits, torch.tensor([EVALUATED_CLASSES.index(name) for name in true_classes(val)]), membership_matrix(classes))
    return Place(path.parent.name, classes, weight, bias, new, new_views, known, known_views.mean(1), temperature)
