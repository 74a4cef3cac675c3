"""Golden files: what the shipped model answers on images drawn by formula, for the TypeScript twin to match.

Images are drawn with integers only, so that every language draws the same bytes. Channel c (0 red, 1 green,
2 blue) of the pixel at column x, row y:

    waves:  (x * (3 + c) + y * (5 + 2 * c) + (x * y) // (7 + c)) % 256
    discs:  inside = ((x * 40) // width - 20) ** 2 + ((y * 40) // height - 20) ** 2 < 200
            inside  -> (60 + 50 * (c == 1) + (x * 13 + y * 7 + c * 29) % 40)
            outside -> (170 - 30 * c + (x + 2 * y) % 16)
    blocks: ((x // 9) * 37 + (y // 11) * 91 + c * 53) % 256
"""

import json
from pathlib import Path

import numpy as np
import torch

from preprocess import View, view_tensor
from scores import membership_of
from shipped import read_shipped

STEP = 997
TOLERANCE = {'tensor': 1e-3, 'embedding': 2e-3, 'logits': 5e-3, 'products': 1e-3}
CASES = (
    ('waves', 256, 256, View(1.0, False)),
    ('waves', 300, 200, View(0.8, True)),
    ('discs', 256, 256, View(1.0, True)),
    ('discs', 97, 180, View(1.0, False)),
    ('blocks', 512, 700, View(0.8, False)),
    ('blocks', 333, 257, View(0.55, False)),
)


def draw(formula: str, width: int, height: int) -> np.ndarray:
    """uint8 [height, width, 3] of one formula."""
    x = np.arange(width, dtype=np.int64)[None, :, None]
    y = np.arange(height, dtype=np.int64)[:, None, None]
    c = np.arange(3, dtype=np.int64)[None, None, :]
    match formula:
        case 'waves':
            value = (x * (3 + c) + y * (5 + 2 * c) + (x * y) // (7 + c)) % 256
        case 'discs':
            inside = ((x * 40) // width - 20) ** 2 + ((y * 40) // height - 20) ** 2 < 200
            leaf = 60 + 50 * (c == 1) + (x * 13 + y * 7 + c * 29) % 40
            value = np.where(inside, leaf, 170 - 30 * c + (x + 2 * y) % 16)
        case 'blocks':
            value = ((x // 9) * 37 + (y // 11) * 91 + c * 53) % 256
        case _:
            raise ValueError(f'no formula {formula}')
    return value.astype(np.uint8)


def rounded(values: torch.Tensor) -> list[float]:
    return [round(float(value), 6) for value in values.flatten()]


def golden_case(shipped, formula: str, width: int, height: int, view: View) -> dict:
    """One image through one view: tensor sample, embedding, logits and product probabilities."""
    tensor = view_tensor(torch.from_numpy(draw(formula, width, height)), view, shipped.card['input_size'])
    embedding = shipped.network.embed(tensor)
    products = shipped.fine(embedding) @ membership_of(shipped.card['classes'])
    return {
        'formula': formula, 'width': width, 'height': height,
        'view': {'scale': view.scale, 'flip': view.flip},
        'tensor': rounded(tensor.flatten()[::STEP]),
        'embedding': rounded(embedding[0, :16]),
        'embedding_norm': round(float(embedding.norm()), 6),
        'logits': rounded(shipped.logits(embedding)),
        'products': rounded(products),
    }


def answer_case(shipped, formula: str, width: int, height: int) -> dict:
    """One image through all the views of the card, as a user's photo goes."""
    image = draw(formula, width, height)
    embedding = shipped.embeddings([lambda: image])
    products = shipped.fine(embedding) @ membership_of(shipped.card['classes'])
    return {
        'formula': formula, 'width': width, 'height': height,
        'embedding_norm': round(float(embedding.norm()), 6),
        'logits': rounded(shipped.logits(embedding)),
        'products': rounded(products),
    }


def write_golden(model_folder: Path, golden: Path) -> None:
    shipped = read_shipped(model_folder)
    golden.mkdir(parents=True, exist_ok=True)
    content = {
        'version': shipped.card['version'],
        'formulas': __doc__.split('\n\n', 1)[1].strip(),
        'tensor_step': STEP,
        'tolerance': TOLERANCE,
        'views': [golden_case(shipped, *case) for case in CASES],
        'answers': [answer_case(shipped, *case[:3]) for case in CASES],
    }
    (golden / 'golden.json').write_text(json.dumps(content, indent=1) + '\n')
