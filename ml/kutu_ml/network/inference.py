"""From photos to embeddings and class probabilities."""

from collections.abc import Callable, Sequence

import numpy as np
import torch

from kutu_ml.data.cache import PhotoCache
from kutu_ml.data.labels import PRODUCT_CLASSES
from kutu_ml.data.preprocess import View, view_tensor
from kutu_ml.network.mobilenet_v2 import MobileNetV2

PhotoLoader = Callable[[], np.ndarray]
"""Reads one photo, uint8 [h, w, 3]."""


def membership_matrix(classes: Sequence[dict[str, str]]) -> torch.Tensor:
    """Returns [fine classes, 5]: 1 where a fine class belongs to a product class, else 0."""
    membership = torch.zeros(len(classes), len(PRODUCT_CLASSES))
    for i, entry in enumerate(classes):
        membership[i, PRODUCT_CLASSES.index(entry['product_class'])] = 1
    return membership


@torch.no_grad()
def embed_views(
    embed: Callable[[torch.Tensor], torch.Tensor],
    loaders: Sequence[PhotoLoader],
    views: Sequence[View],
    size: int,
    device: torch.device = torch.device('cpu'),
    batch_size: int = 64,
) -> torch.Tensor:
    """Returns the embedding of each view of each photo, [n, views, c]. `embed` maps images to embeddings."""
    parts = []
    for start in range(0, len(loaders), batch_size):
        photos = [torch.from_numpy(np.array(load())) for load in loaders[start : start + batch_size]]
        images = (torch.cat([view_tensor(photo, view, size) for photo in photos]) for view in views)
        parts.append(torch.stack([embed(image.to(device)).float().cpu() for image in images], 1))
    return torch.cat(parts)


def predict_cached(
    network: MobileNetV2, rows: Sequence[dict], cache: PhotoCache, size: int, classes: Sequence[dict], device: torch.device
) -> torch.Tensor:
    """Returns product class probabilities [n, 5] of cached photos, one view each, without temperature scaling."""
    loaders = [lambda row=row['row']: cache.photo(row) for row in rows]
    embeddings = embed_views(network.embed, loaders, [View()], size, device)[:, 0]
    weight, bias = network.head.weight.detach().cpu(), network.head.bias.detach().cpu()
    return torch.softmax(embeddings @ weight.T + bias, 1) @ membership_matrix(classes)
