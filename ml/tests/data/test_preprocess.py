import math

import numpy as np
import pytest
import torch

from kutu_ml.data.preprocess import MEAN, STD, View, resize, view_square, view_tensor
from kutu_ml.export.golden import draw_image


def filter_matrix(side: int, size: int) -> torch.Tensor:
    """Returns the triangle filter as preprocess.py states it, written out."""
    ratio = side / size
    support = max(ratio, 1.0)
    matrix = torch.zeros(size, side, dtype=torch.float64)
    for i in range(size):
        center = ratio * (i + 0.5)
        first = max(0, math.floor(center - support + 0.5))
        last = min(side, math.floor(center + support + 0.5))
        for j in range(first, last):
            matrix[i, j] = max(0.0, 1 - abs((j - center + 0.5) / support))
        matrix[i] /= matrix[i].sum()
    return matrix


@pytest.mark.parametrize('side', [64, 97, 160, 211, 512])
def test_the_resize_is_the_documented_triangle_filter(side):
    pixels = torch.from_numpy(draw_image('waves', side, side)).permute(2, 0, 1).unsqueeze(0).float()
    matrix = filter_matrix(side, 160)
    expected = matrix @ pixels.double() @ matrix.T
    assert (resize(pixels, 160).double() - expected).abs().max() < 0.01


@pytest.mark.parametrize(
    ('width', 'height', 'scale', 'square'),
    [(300, 200, 1.0, (50, 0, 200)), (97, 180, 1.0, (0, 41, 97)), (257, 333, 0.5, (64, 102, 129)), (9, 9, 0.01, (4, 4, 1))],
)
def test_a_view_is_the_center_square(width, height, scale, square):
    assert view_square(width, height, scale) == square


def test_a_view_larger_than_the_photo_is_cut_to_the_photo():
    assert view_square(40, 30, 1.4) == (5, 0, 30)


def test_a_plain_photo_becomes_its_normalized_color():
    photo = torch.from_numpy(np.full((50, 70, 3), (10, 130, 250), np.uint8))
    tensor = view_tensor(photo, View(), 32)
    for channel, value in enumerate((10, 130, 250)):
        assert tensor[0, channel].sub((value / 255 - MEAN[channel]) / STD[channel]).abs().max() < 1e-5
