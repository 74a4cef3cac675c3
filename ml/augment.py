"""Random changes to training photos, as tensor operations on a whole batch."""

import math

import numpy as np
import torch
import torch.nn.functional as F

from backgrounds import Backgrounds
from prepare import PhotoCache


def square_windows(
    cache: PhotoCache, rows: list[int], chance: np.random.Generator, backgrounds: Backgrounds | None, swap: float
) -> torch.Tensor:
    """A random square of the full short side out of each photo, float planes [n, 3, short, short]."""
    windows = np.empty((len(rows), cache.short, cache.short, 3), np.uint8)
    for i, row in enumerate(rows):
        photo = cache.photo(row)
        side = min(photo.shape[:2])
        top = chance.integers(photo.shape[0] - side + 1)
        left = chance.integers(photo.shape[1] - side + 1)
        square = photo[top : top + side, left : left + side]
        if backgrounds is not None and chance.random() < swap:
            square = backgrounds.swapped(row, square, top, left, chance)
        windows[i] = square if side == cache.short else enlarged(square, cache.short)
    return torch.from_numpy(windows).permute(0, 3, 1, 2).float()


def enlarged(square: np.ndarray, side: int) -> np.ndarray:
    """A photo smaller than the cache's short side, brought to it."""
    planes = torch.from_numpy(np.array(square)).permute(2, 0, 1).unsqueeze(0).float()
    bigger = F.interpolate(planes, size=(side, side), mode='bilinear', align_corners=False)
    return bigger[0].permute(1, 2, 0).round().byte().numpy()


def uniform(n: int, low: float, high: float) -> torch.Tensor:
    return torch.rand(n) * (high - low) + low


def turned_and_cropped(images: torch.Tensor, size: int, least_side: float) -> torch.Tensor:
    """Random zoom, aspect, turn, mirror and place, in one resampling; edges are reflected."""
    n = images.shape[0]
    side = torch.exp(uniform(n, math.log(least_side), math.log(1.05)))
    aspect = torch.exp(uniform(n, -0.2, 0.2))
    angle = uniform(n, 0, 2 * math.pi)
    quarter = torch.round(angle / (math.pi / 2)) * (math.pi / 2)
    angle = torch.where(torch.rand(n) < 0.4, quarter, angle)
    mirror = torch.where(torch.rand(n) < 0.5, -1.0, 1.0)
    room = (1 - side).clamp(min=0)
    across, along = side * aspect, side / aspect
    cos, sin = torch.cos(angle), torch.sin(angle)
    affine = torch.stack(
        [
            torch.stack([cos * across * mirror, -sin * along, uniform(n, -1, 1) * room], 1),
            torch.stack([sin * across * mirror, cos * along, uniform(n, -1, 1) * room], 1),
        ],
        1,
    )
    grid = F.affine_grid(affine, [n, 3, size, size], align_corners=False)
    return F.grid_sample(images, grid, mode='bilinear', padding_mode='reflection', align_corners=False)


def recoloured(images: torch.Tensor, strength: torch.Tensor) -> torch.Tensor:
    """Random gamma of half the images, then exposure, contrast, saturation, white balance and hue; pixels 0..1.

    All but gamma are linear in the three colours, so they are one matrix and one offset for each image.
    """
    n = images.shape[0]

    def factor(spread: float) -> torch.Tensor:
        return torch.exp(uniform(n, -1, 1) * spread * strength).view(n, 1, 1)

    bent = torch.rand(n) < 0.5
    images[bent] = images[bent].clamp_(1e-4, 1) ** factor(0.35)[bent].unsqueeze(3)
    balance = torch.diag_embed(torch.exp((torch.rand(n, 3) * 2 - 1) * 0.12 * strength.view(n, 1)))
    grey = torch.full((3, 3), 1 / 3)
    saturation = grey + (torch.eye(3) - grey) * factor(0.45)
    colour = torch.bmm(hue_turn(0.25 * strength), torch.bmm(saturation, balance * factor(0.3)))
    contrast = factor(0.3)
    flat = images.flatten(2)
    middle = torch.bmm(colour, flat.mean(2, keepdim=True)).mean(1, keepdim=True)
    offset = (middle * (1 - contrast)).expand(n, 3, 1)
    return torch.baddbmm(offset, colour * contrast, flat).view_as(images).clamp_(0, 1)


def hue_turn(most: torch.Tensor) -> torch.Tensor:
    """Matrices [n, 3, 3] that turn colours about the grey axis by up to `most` [n] radians."""
    angle = uniform(len(most), -1, 1) * most
    cos, sin = torch.cos(angle), torch.sin(angle)
    third, root = (1 - cos) / 3, math.sqrt(1 / 3) * sin
    return torch.stack(
        [
            torch.stack([cos + third, third - root, third + root], 1),
            torch.stack([third + root, cos + third, third - root], 1),
            torch.stack([third - root, third + root, cos + third], 1),
        ],
        1,
    )


def worsened(images: torch.Tensor, share: float) -> torch.Tensor:
    """Make a share of the batch blurred by shrinking and another share noisy."""
    n, _, size, _ = images.shape
    blurred = int(n * share)
    if blurred:
        small = int(size * float(uniform(1, 0.35, 0.8)))
        less = F.interpolate(images[:blurred], size=(small, small), mode='bilinear', antialias=True)
        images[:blurred] = F.interpolate(less, size=(size, size), mode='bilinear', align_corners=False)
        noisy = images[blurred : 2 * blurred]
        noisy += torch.randn_like(noisy) * uniform(len(noisy), 0, 0.08).view(-1, 1, 1, 1)
    return images.clamp_(0, 1)


def erased(images: torch.Tensor, chance: float) -> torch.Tensor:
    """Cover a random rectangle of some images with one random colour."""
    n, _, size, _ = images.shape
    for i in torch.nonzero(torch.rand(n) < chance).flatten().tolist():
        height, width = (int(size * float(x)) for x in uniform(2, 0.15, 0.5))
        top = int(torch.randint(size - height + 1, (1,)))
        left = int(torch.randint(size - width + 1, (1,)))
        images[i, :, top : top + height, left : left + width] = torch.rand(3, 1, 1)
    return images


def mixed(images: torch.Tensor, targets: torch.Tensor, kind: str) -> tuple[torch.Tensor, torch.Tensor]:
    """'mixup' blends each image with another, 'cutmix' pastes a rectangle of another; targets follow."""
    n, _, size, _ = images.shape
    order = torch.randperm(n)
    if kind == 'mixup':
        share = float(np.random.beta(0.4, 0.4))
        images = images * share + images[order] * (1 - share)
    else:
        side = math.sqrt(1 - float(np.random.beta(1.0, 1.0)))
        height = width = max(1, int(size * side))
        top = int(torch.randint(size - height + 1, (1,)))
        left = int(torch.randint(size - width + 1, (1,)))
        images = images.clone()
        images[:, :, top : top + height, left : left + width] = images[
            order, :, top : top + height, left : left + width
        ]
        share = 1 - height * width / size**2
    return images, targets * share + targets[order] * (1 - share)
