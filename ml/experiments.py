"""Evaluate the checkpoints of experiments on photos they were kept from, and keep the figures in results/.

    python ml/experiments.py left-out --checkpoint ~/.cache/kutu-ml/runs/no-ccmt/last.pt [more ...] [--source CCMT-maize]
    python ml/experiments.py share --checkpoint ~/.cache/kutu-ml/runs/share-25/last.pt [more ...] [--splits val test_field]

`left-out` reads every labelled photo of the sources a checkpoint was trained without (`left_out_sources`), and its val
and test photos once more alone; `--source` names a source for checkpoints that have seen it, of which val and tests are read.
`share` reads the field leaves of the judged crops, for the learning curve over `train_share`.

A row of the same run and part is replaced. One checkpoint takes about two minutes on two cores; a GPU is used where there is one.
`model_card.py` draws its tables and curves from these files.
"""

import argparse
import csv
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from choice import Photo, chosen, photos_of
from export import VIEWS, load_checkpoint
from prepare import read_labels
from scores import HEALTH, JUDGED, answer_of, embeddings_of, macro_f1, macro_f1_interval, membership_of, truth_of, wilson
from selection import JUDGED_CROPS, with_field_share
from verdict import NOT_LEAF, health_confidence

RESULTS = Path(__file__).parent / 'results'
LEFT_OUT, SHARE = 'left_out.csv', 'share.csv'
FIGURES = ('n', 'accuracy', 'low', 'high', 'macro_f1', 'macro_low', 'macro_high')
RUN = ('run', 'commit', 'train_rows', 'photos_seen', 'seconds')
COLUMNS = {
    LEFT_OUT: (*RUN, 'source', 'seen', 'part', *FIGURES, 'majority', *HEALTH, 'answered', 'right_of_answered'),
    SHARE: (*RUN, 'share', 'field_photos', 'part', *FIGURES, *JUDGED_CROPS),
}
KEY = ('run', 'source', 'share', 'part')


@dataclass
class Scored:
    """A checkpoint that answers with temperature and thresholds chosen on its own val, as a released model would."""

    path: Path
    data: Path
    device: torch.device

    def __post_init__(self):
        self.saved, network = load_checkpoint(self.path)
        self.network = network.to(self.device)
        self.settings = self.saved['settings']
        self.rows = [row for row in read_labels(self.data) if f"{row['crop']}__{row['disease']}" not in self.settings['left_out']]
        left_out = self.settings.get('left_out_sources', ())
        val = [row for row in self.rows if row['split'] == 'val' and row['source'] not in left_out]
        self.temperature, self.thresholds = chosen(self.logits_of, self.saved['classes'], self.data, val)

    @property
    def run(self) -> dict:
        return {
            'run': self.path.parent.name, 'commit': self.saved['commit'][:12], 'train_rows': self.saved['train_rows'],
            'photos_seen': self.saved['photos'], 'seconds': round(self.saved['seconds']),
        }

    def logits_of(self, photos: Sequence[Photo]) -> torch.Tensor:
        with torch.no_grad():
            embeddings = embeddings_of(self.network.embed, photos, VIEWS, self.settings['test_size'], self.device)
            return self.network.head(embeddings.to(self.device)).float().cpu()

    def products(self, rows: Sequence[dict]) -> torch.Tensor:
        return torch.softmax(self.logits_of(photos_of(self.data, rows)) / self.temperature, 1) @ membership_of(self.saved['classes'])


def figures(products: torch.Tensor, rows: Sequence[dict]) -> dict[str, float | int]:
    """Accuracy over four classes and macro-F1, both with 95 % intervals (Wilson; bootstrap over photos)."""
    truth, answer = truth_of(rows), answer_of(products)
    right = int((truth == answer).sum())
    low, high = wilson(right, len(rows))
    macro_low, macro_high = macro_f1_interval(truth, answer)
    values = {
        'accuracy': right / len(rows), 'low': low, 'high': high, 'macro_f1': macro_f1(truth, answer),
        'macro_low': macro_low, 'macro_high': macro_high,
    }
    return {'n': len(rows), **{name: round(value, 4) for name, value in values.items()}}


def shares_by(right: np.ndarray, values: np.ndarray, names: Sequence[str]) -> dict[str, float | str]:
    return {name: round(float(right[values == name].mean()), 4) if (values == name).any() else '' for name in names}


def left_out_rows(scored: Scored, source: str) -> list[dict]:
    """One row over every labelled photo of a source never seen, one over its val and test photos."""
    seen = source in scored.saved['sources']
    here = [row for row in scored.rows if row['source'] == source and row['product_class'] in JUDGED]
    held = np.array([row['split'] not in ('train', 'extra') for row in here])
    parts = {'val and tests': held}
    if not seen:
        parts['all labelled photos'] = np.ones(len(here), bool)
    read = [row for row, kept in zip(here, held) if kept] if seen else here
    products = scored.products(read)
    found = []
    for part, inside in parts.items():
        inside = np.ones(len(read), bool) if seen else inside
        if not inside.any():
            continue
        rows = [row for row, kept in zip(read, inside) if kept]
        found.append({
            **scored.run, 'source': source, 'seen': 'yes' if seen else 'no', 'part': part,
            **figures(products[inside], rows), **told(products[inside], rows, scored.thresholds),
        })
    return found


def told(products: torch.Tensor, rows: Sequence[dict], thresholds: dict[str, float]) -> dict:
    """Recall of each class, the share of its commonest class, and what was answered with confidence."""
    truth, answer = truth_of(rows), answer_of(products)
    winner, confidence = health_confidence(products)
    accepted = products[:, NOT_LEAF].numpy() < thresholds['leaf']
    confident = accepted & (confidence >= thresholds['confident'])
    named = np.array(HEALTH)[winner]
    return {
        'majority': round(float(np.unique(truth, return_counts=True)[1].max() / len(truth)), 4),
        **shares_by(truth == answer, truth, HEALTH),
        'answered': round(float(confident.mean()), 4),
        'right_of_answered': round(float((named == truth)[confident].mean()), 4) if confident.any() else '',
    }


def share_rows(scored: Scored, splits: Sequence[str]) -> list[dict]:
    """The field leaves of the judged crops, split by split."""
    share = scored.settings.get('train_share', 1.0)
    learnt = with_field_share(scored.rows, share, scored.settings.get('share_seed', 1))
    photos = [r for r in learnt if r['split'] == 'train' and r['setting'] == 'field' and r['crop'] in JUDGED_CROPS]
    found = []
    for split in splits:
        rows = [r for r in scored.rows if r['split'] == split and r['setting'] == 'field' and r['crop'] in JUDGED_CROPS]
        products = scored.products(rows)
        crops = np.array([row['crop'] for row in rows])
        found.append({
            **scored.run, 'share': share, 'field_photos': len(photos), 'part': split,
            **figures(products, rows), **shares_by(truth_of(rows) == answer_of(products), crops, JUDGED_CROPS),
        })
    return found


def keep(name: str, new: Sequence[dict], folder: Path = RESULTS) -> None:
    """Put the rows into results/<name>, in the place of those of the same run and part."""
    path = folder / name
    rows = read(name, folder)
    fresh = {tuple(str(row.get(column, '')) for column in KEY) for row in new}
    rows = [row for row in rows if tuple(row.get(column, '') for column in KEY) not in fresh]
    with open(path, 'w', newline='') as file:
        table = csv.DictWriter(file, COLUMNS[name], lineterminator='\n')
        table.writeheader()
        table.writerows([*rows, *new])


def read(name: str, folder: Path = RESULTS) -> list[dict[str, str]]:
    """The rows of results/<name>; none when it is not there yet."""
    if not (folder / name).exists():
        return []
    with open(folder / name, newline='') as file:
        return list(csv.DictReader(file))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('kind', choices=('left-out', 'share'))
    parser.add_argument('--data', type=Path, default=os.environ.get('LEAF_DATA'))
    parser.add_argument('--checkpoint', type=Path, nargs='+', required=True)
    parser.add_argument('--source', nargs='*', default=[], help='left-out: sources besides those left out')
    parser.add_argument('--splits', nargs='+', default=['val'], help='share: the splits to read')
    args = parser.parse_args()
    if args.data is None:
        parser.error('give --data or set LEAF_DATA')
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    for path in args.checkpoint:
        scored = Scored(path.expanduser(), Path(args.data), device)
        if args.kind == 'share':
            name, rows = SHARE, share_rows(scored, args.splits)
        else:
            sources = dict.fromkeys([*scored.settings.get('left_out_sources', ()), *args.source])
            if not sources:
                parser.error(f'{path} leaves no source out: name one with --source')
            name, rows = LEFT_OUT, [row for source in sources for row in left_out_rows(scored, source)]
        keep(name, rows)
        for row in rows:
            print(' '.join(f'{key}={value}' for key, value in row.items() if key not in RUN[1:]), flush=True)


if __name__ == '__main__':
    main()
