"""The training loss."""

import torch
import torch.nn.functional as F

from kutu_ml.settings import Settings


def classification_loss(
    logits: torch.Tensor, targets: torch.Tensor, membership: torch.Tensor, settings: Settings
) -> torch.Tensor:
    """Returns the mean cross-entropy of the fine classes plus that of the product classes they add up to.

    `logits` and `targets` [n, classes], targets adding up to 1; `membership` [classes, 5]. The fine targets are
    smoothed (label smoothing, Szegedy et al. 2015).
    """
    log_probs = F.log_softmax(logits, 1)
    smoothed = targets * (1 - settings.label_smoothing) + settings.label_smoothing / targets.shape[1]
    fine = -(smoothed * log_probs).sum(1)
    product_log_probs = torch.log((log_probs.exp() @ membership).clamp(min=1e-6))
    product = -((targets @ membership) * product_log_probs).sum(1)
    return (fine + settings.product_loss_weight * product).mean()
