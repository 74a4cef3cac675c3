"""A checkpoint that answers as a released model would: with temperature and thresholds chosen on its own val."""

from collections.abc import Sequence
from pathlib import Path

import torch

from kutu_ml.data.labels import class_name, read_labels
from kutu_ml.data.preprocess import View
from kutu_ml.evaluate.calibration import calibrate
from kutu_ml.evaluate.corruptions import photo_loaders
from kutu_ml.network.inference import PhotoLoader, embed_photos, membership_matrix
from kutu_ml.train.checkpoint import load_network

VIEWS = (View(1.0, False), View(0.65, False))
"""The views of a released model."""


class CalibratedCheckpoint:
    def __init__(self, path: Path, data: Sequence[Path], device: torch.device):
        self.path, self.device = path, device
        self.checkpoint, network = load_network(path)
        self.network = network.to(device)
        self.settings = self.checkpoint['settings']
        left_out_classes = self.settings['left_out_classes']
        self.rows = [row for row in read_labels(*data) if class_name(row) not in left_out_classes]
        left_out = self.settings['left_out_sources']
        val = [row for row in self.rows if row['split'] == 'val' and row['source'] not in left_out]
        self.temperature, self.thresholds = calibrate(self.predict_logits, self.checkpoint['classes'], val)

    @property
    def run_columns(self) -> dict:
        """What identifies the run in results/*.csv."""
        checkpoint = self.checkpoint
        return {
            'run': self.path.parent.name,
            'commit': checkpoint['commit'][:12],
            'train_rows': checkpoint['train_rows'],
            'samples_seen': checkpoint['samples_seen'],
            'seconds': round(checkpoint['seconds']),
        }

    def predict_logits(self, loaders: Sequence[PhotoLoader]) -> torch.Tensor:
        """Returns the logits of the fine classes [n, classes], from the mean embedding over the views."""
        with torch.no_grad():
            embeddings = embed_photos(self.network.embed, loaders, VIEWS, self.settings['eval_size'], self.device)
            return self.network.head(embeddings.to(self.device)).float().cpu()

    def predict(self, rows: Sequence[dict]) -> torch.Tensor:
        """Returns the product class probabilities [n, 5] of the rows' photos."""
        probs = torch.softmax(self.predict_logits(photo_loaders(rows)) / self.temperature, 1)
        return probs @ membership_matrix(self.checkpoint['classes'])
