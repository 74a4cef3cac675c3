"""Temperature and thresholds of a network, chosen on val (and, if given, on more photos without a leaf)."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch

from hardships import EVERYDAY, HARDSHIPS
from prepare import load_photo
from scores import JUDGED, membership_of, truth_of
from verdict import best_temperature, best_thresholds

Photo = Callable[[], np.ndarray]


def photos_of(data: Path, rows: Sequence[dict], hardship: str = 'as it is') -> list[Photo]:
    """Readers of the photos, each made worse in the same way."""
    change = HARDSHIPS[hardship]
    return [lambda i=i, row=row: change(np.asarray(load_photo(data / row['path'])), i) for i, row in enumerate(rows)]


def chosen(
    logits_of: Callable[[list[Photo]], torch.Tensor], classes: Sequence[dict[str, str]], data: Path, val: Sequence[dict],
    leafless: Sequence[Photo] = (),
) -> tuple[float, dict[str, float]]:
    """The temperature and the thresholds `leaf` and `confident` of what gives logits [n, classes] for photos.

    `leafless` are photos without a leaf besides those of val, neither trained on nor measured with.
    """
    membership, truth = membership_of(classes), truth_of(val)
    logits = logits_of(photos_of(data, val))
    temperature = best_temperature(logits, torch.tensor([JUDGED.index(name) for name in truth]), membership)
    field = np.array([row['setting'] == 'field' for row in val])
    outside = [row for row in val if row['setting'] == 'field']

    def products(found: torch.Tensor) -> torch.Tensor:
        return torch.softmax(found / temperature, 1) @ membership

    worse = [products(logits_of(photos_of(data, outside, name))) for name in EVERYDAY]
    more = products(logits_of(list(leafless))) if leafless else None
    return temperature, best_thresholds(products(logits), truth, field, worse, more)
