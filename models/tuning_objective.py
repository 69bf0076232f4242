"""What training lowers: the right memory first, and one bar for "nothing matters" in both languages."""

import torch
from torch import Tensor, nn
from torch.nn import functional

#: Of the contrast; as in the training of e5 times five, because few examples are told apart.
TEMPERATURE = 0.05


class Objective(nn.Module):
    """InfoNCE (van den Oord et al. 2018) over a batch, and a logistic bar on the same cosines."""

    def __init__(self, bar_weight: float) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(15.0))
        self.bar = nn.Parameter(torch.tensor(0.8))
        self._bar_weight = bar_weight

    def forward(
        self, questions: Tensor, memories: Tensor, own: Tensor, allowed: Tensor, nothing: Tensor
    ) -> Tensor:
        """One number.

        Args:
            questions: [q, h]
            memories: [m, h]
            own: [q], the row of each question's memory
            allowed: bool [q, m], False where a memory may answer as well and is therefore left out
            nothing: [u, h], questions that none of the memories answers
        """
        likeness = questions @ memories.T
        contrast = functional.cross_entropy(
            (likeness / TEMPERATURE).masked_fill(~allowed, -torch.inf), own, label_smoothing=0.0
        )
        right = likeness.gather(1, own[:, None])[:, 0]
        wrong = likeness.masked_fill(~allowed, -1.0).scatter(1, own[:, None], -1.0)
        idle = nothing @ memories.T
        # Only what would be shown is held against the bar: the nearest wrong one.
        shown = torch.cat([wrong.max(1).values, idle.max(1).values])
        raised = functional.softplus(-self.scale * (right - self.bar)).mean()
        lowered = functional.softplus(self.scale * (shown - self.bar)).mean()
        total: Tensor = contrast + self._bar_weight * (raised + lowered)
        return total
