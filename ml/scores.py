"""From photos to class probabilities, and the figures that are reported about them."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import torch

from prepare import PRODUCT_CLASSES
from preprocess import View, view_tensor

JUDGED = PRODUCT_CLASSES[:4]
HEALTH = PRODUCT_CLASSES[:3]


def class_table(rows: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """The fine classes of labels.csv in alphabetical order: name, crop, disease, product_class."""
    found = {
        f"{row['crop']}__{row['disease']}": {
            'name': f"{row['crop']}__{row['disease']}",
            'crop': row['crop'],
            'disease': row['disease'],
            'product_class': row['product_class'],
        }
        for row in rows
    }
    return [found[name] for name in sorted(found)]


def membership_of(classes: Sequence[dict[str, str]]) -> torch.Tensor:
    """[fine, product] of ones and zeros."""
    membership = torch.zeros(len(classes), len(PRODUCT_CLASSES))
    for i, entry in enumerate(classes):
        membership[i, PRODUCT_CLASSES.index(entry['product_class'])] = 1
    return membership


@torch.no_grad()
def embeddings_of(
    embed: Callable[[torch.Tensor], torch.Tensor],
    photos: Sequence[Callable[[], np.ndarray]],
    views: Sequence[View],
    size: int,
    device: torch.device = torch.device('cpu'),
    batch: int = 64,
) -> torch.Tensor:
    """Mean embedding of each photo over the views, [n, c]."""
    parts = []
    for start in range(0, len(photos), batch):
        pixels = [torch.from_numpy(np.array(load())) for load in photos[start : start + batch]]
        total = 0
        for view in views:
            tensors = torch.cat([view_tensor(photo, view, size) for photo in pixels])
            total = total + embed(tensors.to(device)).float().cpu()
        parts.append(total / len(views))
    return torch.cat(parts)


def fine_scores(embeddings: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, temperature: float) -> torch.Tensor:
    return torch.softmax((embeddings @ weight.T + bias) / temperature, 1)


def product_scores(network, rows, cache, size, views, classes, device) -> torch.Tensor:
    """Product class probabilities [n, 5] of cached photos, uncalibrated: for watching a run."""
    photos = [lambda row=row['row']: cache.photo(row) for row in rows]
    embeddings = embeddings_of(network.embed, photos, views, size, device)
    weight, bias = network.head.weight.detach().cpu(), network.head.bias.detach().cpu()
    return fine_scores(embeddings, weight, bias, 1.0) @ membership_of(classes)


def wilson(right: int, n: int) -> tuple[float, float]:
    """95 % interval of a share."""
    if n == 0:
        return 0.0, 1.0
    z, share = 1.959964, right / n
    middle = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, (middle - spread) / (1 + z * z / n)), min(1.0, (middle + spread) / (1 + z * z / n))


def share_of(right: np.ndarray) -> dict[str, float | int]:
    """A share with its 95 % Wilson interval and n."""
    low, high = wilson(int(right.sum()), len(right))
    return {
        'share': round(float(right.mean()), 4) if len(right) else 0.0,
        'low': round(low, 4),
        'high': round(high, 4),
        'n': len(right),
    }


def macro_f1(truth: np.ndarray, answer: np.ndarray) -> float:
    """Mean F1 over the classes that occur in the truth."""
    values = []
    for name in np.unique(truth):
        both = ((truth == name) & (answer == name)).sum()
        values.append(2 * both / max(1, (truth == name).sum() + (answer == name).sum()))
    return float(np.mean(values))


def macro_f1_interval(truth: np.ndarray, answer: np.ndarray, draws: int = 2000, seed: int = 1) -> tuple[float, float]:
    """95 % interval of macro-F1 by a bootstrap over photos: drawing photos anew is drawing the confusion table anew."""
    names = np.unique(np.concatenate([truth, answer]))
    table = np.array([[((truth == t) & (answer == a)).sum() for a in names] for t in names])
    drawn = np.random.default_rng(seed).multinomial(len(truth), table.ravel() / len(truth), draws)
    drawn = drawn.reshape(draws, len(names), len(names))
    both = np.diagonal(drawn, axis1=1, axis2=2)
    f1 = 2 * both / np.maximum(1, drawn.sum(1) + drawn.sum(2))
    low, high = np.quantile(f1[:, np.isin(names, truth)].mean(1), (0.025, 0.975))
    return float(low), float(high)


def calibration_error(confidence: np.ndarray, right: np.ndarray, bins: int = 15) -> float:
    """Expected calibration error over equal-width bins."""
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    total = 0.0
    for i in range(bins):
        inside = place == i
        if inside.any():
            total += inside.sum() * abs(confidence[inside].mean() - right[inside].mean())
    return float(total / max(1, len(right)))


def truth_of(rows: Sequence[dict[str, str]]) -> np.ndarray:
    return np.array([row['product_class'] for row in rows])


def answer_of(products: torch.Tensor) -> np.ndarray:
    """The likeliest of the four judged product classes."""
    return np.array(JUDGED)[products[:, : len(JUDGED)].argmax(1).numpy()]


def summary(products: torch.Tensor, rows: Sequence[dict[str, str]]) -> dict[str, float]:
    """Accuracy and macro-F1 over everything, the field photos and the lab photos."""
    truth, answer = truth_of(rows), answer_of(products)
    setting = np.array([row['setting'] for row in rows])
    figures = {'accuracy': float((truth == answer).mean()), 'macro_f1': macro_f1(truth, answer)}
    for name in ('field', 'lab'):
        here = setting == name
        if here.any():
            figures[f'{name}_accuracy'] = float((truth == answer)[here].mean())
            figures[f'{name}_macro_f1'] = macro_f1(truth[here], answer[here])
    return {name: round(value, 4) for name, value in figures.items()}
