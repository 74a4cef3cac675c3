"""Turns a decoded photo into the tensor that the network reads. Twin of inference/tensor.ts in packages/vision.

The steps, all in float, nothing rounded between them:

1. A photo whose short side exceeds 512 px is first reduced by the decoder so that its short side is
   512 px (sharp, on the TypeScript side). Training and test photos are 256 px: the step never occurs here.
2. A view is the center square of side round_half_up(scale * min(w, h)), at least 1 and at most min(w, h);
   left = floor((w - side) / 2), top = floor((h - side) / 2).
3. The square is resized to S x S by a separable triangle filter, first along x, then along y:
       ratio = side / S;  support = max(ratio, 1);  center = ratio * (i + 0.5)
       first = max(0, floor(center - support + 0.5));  last = min(side, floor(center + support + 0.5))
       weight(j) = max(0, 1 - |(j + first - center + 0.5) / support|), divided by their sum
   which is torch.nn.functional.interpolate(mode='bilinear', antialias=True, align_corners=False).
4. value = (pixel / 255 - mean[channel]) / std[channel], as planes [3, S, S] in the order R, G, B.
"""

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F

MEAN = (0.45, 0.47, 0.37)
STD = (0.24, 0.24, 0.24)
DECODE_SHORT_SIDE = 512


@dataclass(frozen=True)
class View:
    """One crop of a photo that the network reads; an answer is the mean over several."""

    scale: float = 1.0
    """Side of the center square as a fraction of the photo's short side, over 0 to 1."""


VIEWS = (View(1.0), View(0.5))
"""The views of a released model."""


def view_square(width: int, height: int, scale: float) -> tuple[int, int, int]:
    """Returns (left, top, side) of a view's center square, in px."""
    short = min(width, height)
    side = min(short, max(1, math.floor(scale * short + 0.5)))
    return (width - side) // 2, (height - side) // 2, side


def resize(pixels: torch.Tensor, size: int) -> torch.Tensor:
    """Resizes float planes [n, c, h, w] to [n, c, size, size] with the triangle filter."""
    return F.interpolate(pixels, size=(size, size), mode='bilinear', antialias=True, align_corners=False)


def normalize(pixels: torch.Tensor, max_value: float = 255.0) -> torch.Tensor:
    """Normalizes planes [n, 3, h, w] of values from 0 to `max_value` by the channels' mean and deviation."""
    mean = torch.tensor(MEAN, device=pixels.device).view(1, 3, 1, 1)
    std = torch.tensor(STD, device=pixels.device).view(1, 3, 1, 1)
    return (pixels - mean * max_value) / (std * max_value)


def view_tensor(photo: torch.Tensor, view: View, size: int) -> torch.Tensor:
    """Returns one view of a uint8 photo [h, w, 3] as the tensor [1, 3, size, size]."""
    height, width, _ = photo.shape
    left, top, side = view_square(width, height, view.scale)
    square = photo[top : top + side, left : left + side].permute(2, 0, 1).unsqueeze(0).float().contiguous()
    return normalize(resize(square, size))
