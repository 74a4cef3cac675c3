"""Places of files: the repository, the released models, the golden files, the results and the cache."""

import os
from pathlib import Path

ML = Path(__file__).parent.parent
ROOT = ML.parent
RESULTS = ML / 'results'
MASKS = ML / 'masks' / 'leaves.json'
VISION = ROOT / 'packages' / 'vision'
MODELS = VISION / 'models'
GOLDEN = VISION / 'test' / 'golden'
MODEL_CARD = ROOT / 'docs' / 'model-card.md'

# Decoded photos and training runs stay outside the repository.
CACHE = Path(os.environ.get('KUTU_CACHE', Path.home() / '.cache' / 'kutu-ml'))


def latest_model_dir() -> Path:
    """Returns the folder of the newest released model."""
    return sorted(folder for folder in MODELS.iterdir() if (folder / 'card.json').exists())[-1]
