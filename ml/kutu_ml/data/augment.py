"""Random augmentation of training photos, as tensor operations on a whole batch."""

import math

import numpy as np
import torch
import torch.nn.functional as F

from kutu_ml.data.backgrounds import BackgroundSwap
from kutu_ml.data.cache import PhotoCache
from kutu_ml.settings import Settings


def crop_squares(
    cache: PhotoCache, rows: list[int], rng: np.random.Generator, backgrounds: BackgroundSwap | None, settings: Settings
) -> torch.Tensor:
    """Cuts a random square of the full short side out of each photo, some on another background.

    Returns float planes [n, 3, short, short] of 0 to 255.
    """
    windows = np.empty((len(rows), cache.short, cache.short, 3), np.uint8)
    for i, row in enumerate(rows):
        photo = cache.photo(row)
        side = min(photo.shape[:2])
        top = rng.integers(photo.shape[0] - side + 1)
        left = rng.integers(photo.shape[1] - side + 1)
        square = photo[top : top + side, left : left + side]
        if backgrounds is not None and rng.random() < backgrounds.probability(row, settings):
            square = backgrounds.swap(row, square, top, left, rng)
        windows[i] = square if side == cache.short else enlarge(square, cache.short)
    return torch.from_numpy(windows).permute(0, 3, 1, 2).float()


def enlarge(square: np.ndarray, side: int) -> np.ndarray:
    """Enlarges a photo that is smaller than the cache's short side."""
    planes = torch.from_numpy(np.array(square)).permute(2, 0, 1).unsqueeze(0).float()
    bigger = F.interpolate(planes, size=(side, side), mode='bilinear', align_corners=False)
    return bigger[0].permute(1, 2, 0).round().byte().numpy()


def uniform(n: int, low: float, high: float) -> torch.Tensor:
    return torch.rand(n) * (high - low) + low


def random_affine_crop(images: torch.Tensor, size: int, min_scale: float) -> torch.Tensor:
    """Applies a random scale, aspect ratio, rotation, mirroring and position in one resampling.

    `min_scale` is the smallest side of the crop as a fraction of the image. Edges are reflected.
    """
    n = images.shape[0]
    scale = torch.exp(uniform(n, math.log(min_scale), math.log(1.05)))
    aspect = torch.exp(uniform(n, -0.2, 0.2))
    angle = uniform(n, 0, 2 * math.pi)
    quarter_turn = torch.round(angle / (math.pi / 2)) * (math.pi / 2)
    angle = torch.where(torch.rand(n) < 0.4, quarter_turn, angle)
    mirror = torch.where(torch.rand(n) < 0.5, -1.0, 1.0)
    slack = (1 - scale).clamp(min=0)
    width, height = scale * aspect, scale / aspect
    cos, sin = torch.cos(angle), torch.sin(angle)
    affine = torch.stack(
        [
            torch.stack([cos * width * mirror, -sin * height, uniform(n, -1, 1) * slack], 1),
            torch.stack([sin * width * mirror, cos * height, uniform(n, -1, 1) * slack], 1),
        ],
        1,
    )
    grid = F.affine_grid(affine, [n, 3, size, size], align_corners=False)
    return F.grid_sample(images, grid, mode='bilinear', padding_mode='reflection', align_corners=False)


def jitter_color(images: torch.Tensor, strength: torch.Tensor) -> torch.Tensor:
    """Applies random gamma to half of the images, then exposure, contrast, saturation, white balance and hue.

    `images` [n, 3, h, w] of 0 to 1; `strength` [n], 0 changes nothing. All but gamma are linear in the three colors,
    so they are one matrix and one offset for each image.
    """
    n = images.shape[0]

    def factor(spread: float) -> torch.Tensor:
        return torch.exp(uniform(n, -1, 1) * spread * strength).view(n, 1, 1)

    with_gamma = torch.rand(n) < 0.5
    images[with_gamma] = images[with_gamma].clamp_(1e-4, 1) ** factor(0.35)[with_gamma].unsqueeze(3)
    white_balance = torch.diag_embed(torch.exp((torch.rand(n, 3) * 2 - 1) * 0.12 * strength.view(n, 1)))
    gray = torch.full((3, 3), 1 / 3)
    saturation = gray + (torch.eye(3) - gray) * factor(0.45)
    color = torch.bmm(hue_rotation(0.25 * strength), torch.bmm(saturation, white_balance * factor(0.3)))
    contrast = factor(0.3)
    flat = images.flatten(2)
    mean = torch.bmm(color, flat.mean(2, keepdim=True)).mean(1, keepdim=True)
    offset = (mean * (1 - contrast)).expand(n, 3, 1)
    return torch.baddbmm(offset, color * contrast, flat).view_as(images).clamp_(0, 1)


def hue_rotation(max_angle: torch.Tensor) -> torch.Tensor:
    """Returns matrices [n, 3, 3] that rotate colors about the gray axis by up to `max_angle` [n] radians."""
    angle = uniform(len(max_angle), -1, 1) * max_angle
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


def cast_shadows(images: torch.Tensor, p: float) -> torch.Tensor:
    """Darkens or brightens irregular parts of some images, with soft or hard edges, as shade and sun on a stand do.

    Shade is bluish, because it is lit by the sky. `images` [n, 3, h, w] of 0 to 1.
    """
    if p <= 0:
        return images
    n, _, size, _ = images.shape
    chosen = torch.nonzero(torch.rand(n) < p).flatten()
    m = len(chosen)
    if m == 0:
        return images
    cells = int(torch.randint(2, 7, (1,)))
    noise = F.interpolate(torch.randn(m, 1, cells, cells), size=(size, size), mode='bicubic', align_corners=False)
    sharpness = torch.exp(uniform(m, math.log(1.5), math.log(30.0))).view(m, 1, 1, 1)
    mask = torch.sigmoid((noise + uniform(m, -0.6, 0.6).view(m, 1, 1, 1)) * sharpness)
    shade, sun = uniform(m, 0.25, 0.85), uniform(m, 1.1, 1.8)
    gain = torch.where(torch.rand(m) < 0.7, shade, sun).view(m, 1, 1, 1)
    tint = 1 + (1 - gain).clamp(min=0) * torch.tensor([-0.12, 0.0, 0.18]).view(1, 3, 1, 1)
    images[chosen] = (images[chosen] * (1 + mask * (gain * tint - 1))).clamp_(0, 1)
    return images


def degrade(images: torch.Tensor, p: float) -> torch.Tensor:
    """Blurs the first fraction `p` of the batch by downscaling and adds noise to the next fraction `p`."""
    n, _, size, _ = images.shape
    blurred = int(n * p)
    if blurred:
        small = int(size * float(uniform(1, 0.35, 0.8)))
        reduced = F.interpolate(images[:blurred], size=(small, small), mode='bilinear', antialias=True)
        images[:blurred] = F.interpolate(reduced, size=(size, size), mode='bilinear', align_corners=False)
        noisy = images[blurred : 2 * blurred]
        noisy += torch.randn_like(noisy) * uniform(len(noisy), 0, 0.08).view(-1, 1, 1, 1)
    return images.clamp_(0, 1)


def random_erase(images: torch.Tensor, p: float) -> torch.Tensor:
    """Covers a random rectangle of some images with one random color (random erasing, Zhong et al. 2017)."""
    n, _, size, _ = images.shape
    for i in torch.nonzero(torch.rand(n) < p).flatten().tolist():
        height, width = (int(size * float(x)) for x in uniform(2, 0.15, 0.5))
        top = int(torch.randint(size - height + 1, (1,)))
        left = int(torch.randint(size - width + 1, (1,)))
        images[i, :, top : top + height, left : left + width] = torch.rand(3, 1, 1)
    return images


def mixup(images: torch.Tensor, targets: torch.Tensor, alpha: float = 0.4) -> tuple[torch.Tensor, torch.Tensor]:
    """Blends each image and its targets with another's by lambda ~ Beta(alpha, alpha) (Zhang et al. 2017)."""
    order = torch.randperm(images.shape[0])
    lam = float(np.random.beta(alpha, alpha))
    return images * lam + images[order] * (1 - lam), targets * lam + targets[order] * (1 - lam)


def cutmix(images: torch.Tensor, targets: torch.Tensor, alpha: float = 1.0) -> tuple[torch.Tensor, torch.Tensor]:
    """Pastes a square of another image into each; targets are mixed by area (CutMix, Yun et al. 2019)."""
    n, _, size, _ = images.shape
    order = torch.randperm(n)
    side = max(1, int(size * math.sqrt(1 - float(np.random.beta(alpha, alpha)))))
    top = int(torch.randint(size - side + 1, (1,)))
    left = int(torch.randint(size - side + 1, (1,)))
    window = (..., slice(top, top + side), slice(left, left + side))
    images = images.clone()
    images[window] = images[order][window]
    lam = 1 - side * side / size**2
    return images, targets * lam + targets[order] * (1 - lam)
