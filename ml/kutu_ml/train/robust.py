"""Distributionally robust training over sources: places with a high loss count more.

Group DRO (Sagawa et al. 2020, arXiv 1911.08731) maximizes over the weights of the groups. Here the distance of the
weights from uniform is penalized (Kullback-Leibler), which has the closed form softmax(loss / temperature) and does not
let one source of wrong labels take all the weight.
"""

import torch

MEAN_DECAY = 0.95
"""Decay per batch of the mean loss of a source that is in the batch."""


class SourceWeights:
    """Weights of the sources by their mean loss."""

    def __init__(self, count: int, temperature: float):
        """`count` sources; `temperature` in nats of loss, > 0: the smaller, the closer to the worst source alone."""
        self.temperature = temperature
        self.mean_loss = torch.zeros(count)
        self.is_seen = torch.zeros(count, dtype=torch.bool)

    def weigh(self, losses: torch.Tensor, sources: torch.Tensor) -> torch.Tensor:
        """Takes in the losses [n] of a batch and returns the weight [n] of each sample; their mean is 1.

        `sources` [n]: index of each sample's source.
        """
        losses = losses.detach().cpu()
        for source in sources.unique():
            loss = losses[sources == source].mean()
            decay = MEAN_DECAY if self.is_seen[source] else 0.0
            self.mean_loss[source] = decay * self.mean_loss[source] + (1 - decay) * loss
            self.is_seen[source] = True
        weights = torch.softmax(self.mean_loss[sources] / self.temperature, 0)
        return weights * len(weights)

    def state_dict(self) -> dict[str, torch.Tensor]:
        return {'mean_loss': self.mean_loss, 'is_seen': self.is_seen}

    def load_state_dict(self, state: dict[str, torch.Tensor]) -> None:
        self.mean_loss, self.is_seen = state['mean_loss'].clone(), state['is_seen'].clone()
