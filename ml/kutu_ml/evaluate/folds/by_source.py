"""Leave-one-source-out evaluation: how correct and how honest networks are about sources they were trained without.

Each checkpoint is one fold: it is measured on every labelled photo of its `left_out_sources`, tests excluded. Its
confident threshold must not come from photos of a source that it saw, because confidence is higher there. With two
checkpoints or more, the temperature and thresholds of a fold are therefore chosen on the predictions of the other folds
about the sources that those were trained without. With one checkpoint they come from its val, which flatters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from kutu_ml.data.labels import HEALTH_CLASSES, NOT_LEAF, SUPPORTED_CROPS
from kutu_ml.evaluate.calibrated import CalibratedCheckpoint
from kutu_ml.evaluate.calibration import (
    TEMPERATURES,
    choose_confident_threshold,
    choose_leaf_threshold,
    class_indices,
)
from kutu_ml.evaluate.corruptions import photo_loaders
from kutu_ml.evaluate.metrics import (
    evaluated_probs,
    health_prediction,
    is_accepted,
    macro_f1,
    macro_f1_interval,
    predicted_classes,
    proportion,
    selective_figures,
    true_classes,
    wilson_interval,
)
from kutu_ml.evaluate.result_tables import BANDS, CHECKS, FIGURES, SELECTIVE
from kutu_ml.network.inference import membership_matrix

MIN_ACCURACY = 0.95
"""Share of a new place's confident answers that must be correct."""
MIN_COVERAGE = 0.0
"""No share of leaves has to be answered: in a new place, being correct comes first."""
WHOLE_FOLD = 'all'


@dataclass
class FoldPredictions:
    """What one checkpoint makes of the photos it was trained without."""

    run_columns: dict
    rows: list[dict]
    """Labelled photos of the supported crops and without a leaf, then leaves of other crops."""
    logits: torch.Tensor
    """Logits of the fine classes, [n, classes]."""
    membership: torch.Tensor
    temperature: float
    thresholds: dict[str, float]
    """Temperature and thresholds as chosen on val."""

    @property
    def is_scored(self) -> np.ndarray:
        """Tells of each row whether the product has an answer for it: leaves of other crops have none."""
        return np.array([can_score(row) for row in self.rows])

    @property
    def labels(self) -> np.ndarray:
        """The true classes of the scored rows."""
        return true_classes(self.rows)[self.is_scored]

    def probs(self, temperature: float) -> torch.Tensor:
        """Returns the product class probabilities, [n, 5]."""
        return torch.softmax(self.logits / temperature, 1) @ self.membership

    def scored_probs(self, temperature: float) -> torch.Tensor:
        return self.probs(temperature)[torch.from_numpy(self.is_scored)]

    def log_loss(self, temperature: float) -> float:
        """Returns the summed log loss of the evaluated classes over the scored rows."""
        labels = class_indices(self.labels)
        probs = evaluated_probs(self.scored_probs(temperature))
        return float(-torch.log(probs[torch.arange(len(labels)), labels].clamp(min=1e-9)).sum())


def can_score(row: dict) -> bool:
    is_leaf_of_ours = row['crop'] in SUPPORTED_CROPS and row['product_class'] in HEALTH_CLASSES
    return is_leaf_of_ours or row['product_class'] == 'not_leaf'


def is_other_crop(row: dict) -> bool:
    return row['crop'] not in SUPPORTED_CROPS and row['product_class'] != 'not_leaf'


def predict_fold(path: Path, data: Sequence[Path], device: torch.device) -> FoldPredictions:
    """Reads a checkpoint's left-out photos. Raises SystemExit where it leaves nothing out, or was trained on it."""
    model = CalibratedCheckpoint(path, data, device)
    left_out = set(model.settings['left_out_sources'])
    if not left_out:
        raise SystemExit(f'{path} leaves no source out')
    if seen := left_out & set(model.checkpoint['sources']):
        raise SystemExit(f'{path} was trained on {sorted(seen)}')
    inside = [row for row in model.rows if row['source'] in left_out and not row['split'].startswith('test')]
    rows = [row for row in inside if can_score(row)] + [row for row in inside if is_other_crop(row)]
    return FoldPredictions(
        model.run_columns,
        rows,
        model.predict_logits(photo_loaders(rows)),
        membership_matrix(model.checkpoint['classes']),
        model.temperature,
        model.thresholds,
    )


def calibrate_on(folds: Sequence[FoldPredictions]) -> tuple[float, dict[str, float]]:
    """Returns the temperature and thresholds that these folds' predictions choose together."""
    losses = [sum(fold.log_loss(temperature) for fold in folds) for temperature in TEMPERATURES]
    temperature = round(float(TEMPERATURES[int(np.argmin(losses))]), 4)
    probs = torch.cat([fold.scored_probs(temperature) for fold in folds])
    labels = np.concatenate([fold.labels for fold in folds])
    p_not_leaf = probs[:, NOT_LEAF].double().numpy()
    leaf = choose_leaf_threshold(p_not_leaf[labels != 'not_leaf'], p_not_leaf[labels == 'not_leaf'])
    confident = choose_confident_threshold(probs, labels, leaf, (), MIN_ACCURACY, MIN_COVERAGE)
    return temperature, {'leaf': leaf, 'confident': confident}


def accuracy_figures(probs: torch.Tensor, rows: Sequence[dict]) -> dict[str, float | int]:
    """Returns accuracy over four classes and macro-F1, both with 95 % intervals (Wilson; bootstrap over photos)."""
    labels, predictions = true_classes(rows), predicted_classes(probs)
    correct = int((labels == predictions).sum())
    values = (
        correct / len(rows),
        *wilson_interval(correct, len(rows)),
        macro_f1(labels, predictions),
        *macro_f1_interval(labels, predictions),
    )
    return dict(zip(FIGURES, (len(rows), *(round(value, 4) for value in values))))


def fold_figures(probs: torch.Tensor, rows: Sequence[dict], thresholds: dict[str, float]) -> dict:
    """Returns the columns of results/by_source.csv for some photos; '' where there is nothing to measure."""
    scored = np.array([can_score(row) for row in rows])
    scored_rows, scored_probs = [row for row in rows if can_score(row)], probs[torch.from_numpy(scored)]
    labels = true_classes(scored_rows)
    is_leaf, accepted = labels != 'not_leaf', is_accepted(probs, thresholds)
    confident = accepted & (health_prediction(probs)[1] >= thresholds['confident'])
    shares = {
        **selective_figures(scored_probs, labels, thresholds),
        'leaves_refused': proportion(~accepted[scored][is_leaf]),
        'not_leaf_accepted': proportion(accepted[scored][~is_leaf]),
        'other_crops_confident': proportion(confident[~scored]),
    }
    accuracy = accuracy_figures(scored_probs, scored_rows) if scored_rows else {name: '' for name in FIGURES} | {'n': 0}
    return {**accuracy, **{name: value['share'] if value['n'] else '' for name, value in shares.items()}}


def evaluate_folds(folds: Sequence[FoldPredictions]) -> list[dict]:
    """Returns a row for each fold as a whole and for each of its sources."""
    found = []
    for fold in folds:
        others = [other for other in folds if other is not fold]
        temperature, thresholds = calibrate_on(others) if others else (fold.temperature, fold.thresholds)
        calibrated_on = 'other folds' if others else 'val'
        probs, sources = fold.probs(temperature), np.array([row['source'] for row in fold.rows])
        parts = {WHOLE_FOLD: np.ones(len(sources), bool)} | {
            name: sources == name for name in np.unique(sources).tolist()
        }
        for name, inside in parts.items():
            rows = [row for row, is_inside in zip(fold.rows, inside) if is_inside]
            found.append(
                {
                    **fold.run_columns,
                    'source': ' '.join(parts)[len(WHOLE_FOLD) + 1 :] if name == WHOLE_FOLD else name,
                    'part': 'fold' if name == WHOLE_FOLD else 'source',
                    **fold_figures(probs[inside], rows, thresholds),
                    'calibrated_on': calibrated_on,
                }
            )
    return found


def worst_folds(rows: Sequence[dict]) -> dict[str, dict]:
    """Returns the fold with the lowest macro-F1 and the one with the lowest selective accuracy."""
    folds = [row for row in rows if row['part'] == 'fold' and row['macro_f1'] != '']
    worst = {'macro_f1': min(folds, key=lambda row: float(row['macro_f1']))}
    answered = [row for row in folds if row['selective_accuracy'] != '']
    if answered:
        worst['selective_accuracy'] = min(answered, key=lambda row: float(row['selective_accuracy']))
    return worst


def format_folds(rows: Sequence[dict]) -> str:
    """Formats the rows as a table for a terminal, sources indented below their fold."""
    columns = ('n', 'accuracy', 'macro_f1', *SELECTIVE, *CHECKS, *BANDS)
    lines = [f'{"":<26}' + ''.join(f'{name:>23}' for name in columns)]
    for row in rows:
        name = row['run'] if row['part'] == 'fold' else f'  {row["source"]}'
        values = [row.get(column, '') for column in columns]
        lines.append(
            f'{name:<26}'
            + ''.join(f'{value:>23.3f}' if isinstance(value, float) else f'{value:>23}' for value in values)
        )
    lines += [f'worst {name}: {row["run"]}, {row[name]}' for name, row in worst_folds(rows).items()]
    return '\n'.join(lines)
