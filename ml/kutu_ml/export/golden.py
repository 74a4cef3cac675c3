"""Golden files: what the released model answers on images drawn by formula, for the TypeScript twin to match.

Images are drawn with integers only, so that every language draws the same bytes. FORMULAS states them. The decisions
start from stored view embeddings, which are made to meet every band.
"""

import base64
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch

from kutu_ml.data.labels import SUPPORTED_CROPS
from kutu_ml.data.preprocess import View, view_tensor
from kutu_ml.evaluate.verdict import OTHER_CROP, decide
from kutu_ml.network.released import ReleasedModel, load_released_model

# Stored in golden.json as it stands here.
FORMULAS = """
Images are drawn with integers only, so that every language draws the same bytes. Channel c (0 red, 1 green,
2 blue) of the pixel at column x, row y:

    waves:  (x * (3 + c) + y * (5 + 2 * c) + (x * y) // (7 + c)) % 256
    discs:  inside = ((x * 40) // width - 20) ** 2 + ((y * 40) // height - 20) ** 2 < 200
            inside  -> (60 + 50 * (c == 1) + (x * 13 + y * 7 + c * 29) % 40)
            outside -> (170 - 30 * c + (x + 2 * y) % 16)
    blocks: ((x // 9) * 37 + (y // 11) * 91 + c * 53) % 256
""".strip()

TENSOR_STEP = 997
"""Every how many-th value of a tensor is stored."""
TOLERANCE = {'tensor': 1e-3, 'embedding': 2e-3, 'logits': 5e-3, 'products': 1e-3, 'decision': 1e-6}
DECISION_SEED = 7
DECISION_STRENGTHS = (1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0)
DECISION_NOISE = 0.15
CASES = (
    ('waves', 256, 256, View(1.0)),
    ('waves', 300, 200, View(0.8)),
    ('discs', 256, 256, View(1.0)),
    ('discs', 97, 180, View(1.0)),
    ('blocks', 512, 700, View(0.8)),
    ('blocks', 333, 257, View(0.55)),
)


def draw_image(formula: str, width: int, height: int) -> np.ndarray:
    """Draws one formula, uint8 [height, width, 3]."""
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


def round_values(values: torch.Tensor) -> list[float]:
    return [round(float(value), 6) for value in values.flatten()]


def view_case(model: ReleasedModel, formula: str, width: int, height: int, view: View) -> dict:
    """Returns one image through one view: tensor sample, embedding, logits and product class probabilities."""
    tensor = view_tensor(torch.from_numpy(draw_image(formula, width, height)), view, model.card['input_size'])
    embedding = model.network.embed(tensor)
    return {
        'formula': formula,
        'width': width,
        'height': height,
        'view': {'scale': view.scale},
        'tensor': round_values(tensor.flatten()[::TENSOR_STEP]),
        'embedding': round_values(embedding[0, :16]),
        'embedding_norm': round(float(embedding.norm()), 6),
        'logits': round_values(model.logits(embedding)),
        'products': round_values(model.product_probs(embedding)),
    }


def answer_case(model: ReleasedModel, formula: str, width: int, height: int) -> dict:
    """Returns one image through all views of the card, as a user's photo goes."""
    image = draw_image(formula, width, height)
    embedding = model.embed([lambda: image])
    return {
        'formula': formula,
        'width': width,
        'height': height,
        'embedding_norm': round(float(embedding.norm()), 6),
        'logits': round_values(model.logits(embedding)),
        'products': round_values(model.product_probs(embedding)),
    }


def decision_embeddings(model: ReleasedModel) -> Iterator[torch.Tensor]:
    """Yields view embeddings [views, channels]: drawn images, and vectors near the head's weights of single classes.

    A vector is relu(strength * the class's weights + noise), another noise for each view.
    """
    for formula, width, height, _ in CASES[::2]:
        yield model.embed_views([lambda f=formula, w=width, h=height: draw_image(f, w, h)])[0]
    rng = np.random.default_rng(DECISION_SEED)
    views, channels, classes = len(model.views), model.card['embedding_size'], model.card['classes']
    for step, strength in enumerate(DECISION_STRENGTHS):
        target = classes[(step * 7) % len(classes)]
        if step % 2 == 0:
            ours = [i for i, entry in enumerate(classes) if entry['crop'] in SUPPORTED_CROPS]
            index = ours[step % len(ours)]
        else:
            index = classes.index(target)
        noise = torch.from_numpy(rng.normal(0, DECISION_NOISE, (views, channels))).float()
        yield torch.relu(strength * model.weight[index] + noise)


def decision_cases(model: ReleasedModel) -> list[dict]:
    """Returns view embeddings (base64 of float32) with the answer for every crop that can be stated, and for none."""
    found = []
    for embeddings in decision_embeddings(model):
        stored = embeddings.numpy().astype('<f4')
        answers = [
            {**asdict(decide(torch.from_numpy(stored), (model.weight, model.bias), model.card, crop)), 'crop': crop}
            for crop in (None, *SUPPORTED_CROPS, OTHER_CROP)
        ]
        found.append({'view_embeddings': base64.b64encode(stored.tobytes()).decode(), 'answers': answers})
    return found


def write_golden(model_folder: Path, golden: Path) -> None:
    """Writes `golden`/golden.json for a released model."""
    model = load_released_model(model_folder)
    golden.mkdir(parents=True, exist_ok=True)
    content = {
        'version': model.card['version'],
        'formulas': FORMULAS,
        'tensor_step': TENSOR_STEP,
        'tolerance': TOLERANCE,
        'views': [view_case(model, *case) for case in CASES],
        'answers': [answer_case(model, *case[:3]) for case in CASES],
        'decisions': decision_cases(model),
    }
    (golden / 'golden.json').write_text(json.dumps(content, indent=1) + '\n')
