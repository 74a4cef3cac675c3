"""A head for training whose classes share weights: a row is its own part, plus that of its crop, plus that of its product class.

A fine class with few photos, such as healthy wheat, so learns from the healthy leaves of all crops. The sum is one linear layer:
checkpoints and released models hold only that.
"""

from collections.abc import Sequence

import torch
import torch.nn.functional as F
from torch import nn

SHARED = 'head.shared'


def shared_groups(classes: Sequence[dict[str, str]]) -> torch.Tensor:
    """Returns [classes, groups]: 1 where a fine class belongs to a crop or a product class, else 0."""
    columns = [sorted({entry[part] for entry in classes}) for part in ('crop', 'product_class')]
    rows = [
        [float(entry[part] == name) for part, names in zip(('crop', 'product_class'), columns) for name in names]
        for entry in classes
    ]
    return torch.tensor(rows)


class SharedHead(nn.Linear):
    def __init__(self, channels: int, groups: torch.Tensor):
        """`groups` [classes, groups] as shared_groups returns them."""
        super().__init__(channels, len(groups))
        self.shared = nn.Parameter(torch.zeros(groups.shape[1], channels))
        self.register_buffer('groups', groups, persistent=False)

    def rows(self) -> torch.Tensor:
        """Returns the weights of the linear layer that the head amounts to, [classes, channels]."""
        return self.weight + self.groups @ self.shared

    def forward(self, embeddings: torch.Tensor) -> torch.Tensor:
        return F.linear(embeddings, self.rows(), self.bias)

    @torch.no_grad()
    def move_to_shared(self) -> None:
        """Moves as much as possible of the rows' own parts into the shared ones, by least squares; the rows stay."""
        found = torch.linalg.pinv(self.groups) @ self.weight
        self.shared.add_(found)
        self.weight.sub_(self.groups @ found)


def share_head(network: nn.Module, classes: Sequence[dict[str, str]]) -> None:
    """Replaces a network's plain head by a shared one that gives the same logits."""
    head = SharedHead(network.head.in_features, shared_groups(classes))
    head.load_state_dict({**network.head.state_dict(), 'shared': head.shared.detach()})
    head.move_to_shared()
    network.head = head


def plain_state(network: nn.Module) -> dict[str, torch.Tensor]:
    """Returns the state of a network with a plain head, whatever its own is, in the same order."""
    state = network.state_dict()
    if SHARED in state:
        state['head.weight'] = network.head.rows().detach()
        del state[SHARED]
    return state
