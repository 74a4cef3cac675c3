"""Train the leaf network from random weights within a given wall-clock time.

The schedule (image size, learning rate, share of `extra`, mixing) follows elapsed time, not epochs,
so a run ends when it should on any machine, with or without a GPU. With `photos` set it follows their number
instead: runs to be compared then see the same, however busy the machine is.

    python ml/train.py --data $LEAF_DATA --out ~/.cache/kutu-ml/runs/first --minutes 40
"""

import argparse
import csv
import json
import math
import os
import subprocess
import time
from dataclasses import asdict, fields
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from batches import Photos, open_photos, sampling_weights
from model import SHAPES, LeafNet, Shape, multiply_adds
from prepare import CACHE
from preprocess import View
from restart import checkpoint_of
from scores import membership_of, product_scores, summary
from selection import refuse_leak
from settings import Settings
from sources import counted

RUNS = Path(__file__).parent / 'results' / 'runs.csv'


def commit() -> str:
    here = Path(__file__).parent
    found = subprocess.run(['git', 'rev-parse', 'HEAD'], cwd=here, capture_output=True, text=True)
    return found.stdout.strip() if found.returncode == 0 else 'none'


def size_at(settings: Settings, share: float) -> int:
    return [size for start, size in settings.sizes if share >= start][-1]


def rate_at(settings: Settings, share: float) -> float:
    if share < settings.warmup:
        return settings.learning_rate * max(share / settings.warmup, 0.01)
    progress = min(1.0, (share - settings.warmup) / (1 - settings.warmup))
    wave = 0.5 * (1 + math.cos(math.pi * progress))
    return settings.least_rate + (settings.learning_rate - settings.least_rate) * wave


def loss_of(logits: torch.Tensor, targets: torch.Tensor, membership: torch.Tensor, settings: Settings) -> torch.Tensor:
    """Cross-entropy of the fine classes plus that of the product classes they add up to."""
    logs = F.log_softmax(logits, 1)
    smooth = targets * (1 - settings.smoothing) + settings.smoothing / targets.shape[1]
    fine = -(smooth * logs).sum(1).mean()
    product_logs = torch.log((logs.exp() @ membership).clamp(min=1e-6))
    product = -((targets @ membership) * product_logs).sum(1).mean()
    return fine + settings.product_weight * product


@torch.no_grad()
def follow(average: LeafNet, network: LeafNet, decay: float) -> None:
    for kept, new in zip(average.state_dict().values(), network.state_dict().values()):
        if kept.dtype.is_floating_point:
            kept.lerp_(new, 1 - decay)
        else:
            kept.copy_(new)


def before_of(start: Path, photos: Photos, settings: Settings) -> dict:
    """A checkpoint, or a shipped model's folder in the form of one."""
    if not start.is_dir():
        return torch.load(start, map_location='cpu')
    chance = np.random.default_rng(settings.seed)
    some = chance.choice(len(photos.rows), 512, p=sampling_weights(photos.rows, settings, 0.0))
    images, _ = photos.batch(some, settings.test_size, False, settings, chance)
    return checkpoint_of(start, images, settings.shape)


def begin_with(network: LeafNet, saved: dict, classes: list[dict[str, str]]) -> None:
    """Take over a checkpoint's weights; the head's rows by the names of their classes."""
    state = saved['average']
    names = [entry['name'] for entry in saved['classes']]
    rows = [names.index(entry['name']) for entry in classes]
    for part in ('head.weight', 'head.bias'):
        state[part] = state[part][rows]
    network.load_state_dict(state)


def decayed_groups(network: LeafNet, decay: float) -> list[dict]:
    weights = [p for p in network.parameters() if p.ndim > 1]
    others = [p for p in network.parameters() if p.ndim == 1]
    return [{'params': weights, 'weight_decay': decay}, {'params': others, 'weight_decay': 0.0}]


def append_run(row: dict) -> None:
    """One line of results/runs.csv; the columns are those of its first line."""
    with open(RUNS, newline='') as file:
        columns = next(csv.reader(file))
    with open(RUNS, 'a', newline='') as file:
        csv.DictWriter(file, columns).writerow({name: row.get(name, '') for name in columns})


class Run:
    """A network in training, its running average, and what came before."""

    def __init__(self, photos: Photos, settings: Settings, device: torch.device):
        self.photos, self.settings, self.device = photos, settings, device
        count = len(photos.classes)
        self.network = LeafNet(count, settings.shape, settings.dropout)
        self.before = {'photos': 0, 'seconds': 0.0}
        if settings.start_from:
            self.before = before_of(Path(settings.start_from).expanduser(), photos, settings)
            refuse_leak(self.before, settings)
            begin_with(self.network, self.before, photos.classes)
        self.network.to(device, memory_format=torch.channels_last)
        self.average = LeafNet(count, settings.shape).to(device, memory_format=torch.channels_last).eval()
        self.average.load_state_dict(self.network.state_dict())
        self.membership = membership_of(photos.classes).to(device)
        self.optimiser = torch.optim.AdamW(decayed_groups(self.network, settings.weight_decay))
        self.steps = 0
        self.commit = commit()
        self.started = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    def step(self, images: torch.Tensor, targets: torch.Tensor, rate: float) -> torch.Tensor:
        """One batch through the network; returns its loss."""
        images = images.to(self.device).contiguous(memory_format=torch.channels_last)
        self.network.train()
        with torch.autocast(self.device.type, dtype=torch.bfloat16):
            logits = self.network(images)
        loss = loss_of(logits.float(), targets.to(self.device), self.membership, self.settings)
        for group in self.optimiser.param_groups:
            group['lr'] = rate
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.optimiser.step()
        self.steps += 1
        follow(self.average, self.network, min(self.settings.average, (1 + self.steps) / (20 + self.steps)))
        return loss.detach()

    def report(self) -> dict[str, float]:
        """Figures of the averaged network on val, one view a photo."""
        photos = self.photos
        size = self.settings.test_size
        scores = product_scores(self.average, photos.val, photos.caches[1], size, [View()], photos.classes, self.device)
        return summary(scores, photos.val)

    def save(self, path: Path, report: dict[str, float]) -> None:
        torch.save(
            {
                'average': self.average.state_dict(),
                'classes': self.photos.classes,
                'settings': asdict(self.settings),
                'commit': self.commit,
                'seed': self.settings.seed,
                'photos': self.before['photos'] + self.steps * self.settings.batch,
                'seconds': self.before['seconds'] + self.seconds,
                'sources': counted(self.photos.rows),
                'train_rows': len(self.photos.rows),
                'device': self.device.type,
                'val': report,
            },
            path,
        )


def train(data: Path, out: Path, settings: Settings, cache: Path = CACHE, log: bool = True) -> dict[str, float]:
    """Train, save `out/last.pt` now and then and at the end, and return the last val figures."""
    torch.manual_seed(settings.seed)
    np.random.seed(settings.seed)
    chance = np.random.default_rng(settings.seed)
    torch.set_num_threads(settings.threads)
    out.mkdir(parents=True, exist_ok=True)
    photos = open_photos(data, cache, settings)
    run = Run(photos, settings, torch.device('cuda' if torch.cuda.is_available() else 'cpu'))
    whole, said, share, losses = settings.minutes * 60, 0.0, 0.0, []
    while share < 1:
        share = run.steps * settings.batch / settings.photos if settings.photos else run.seconds / whole
        if run.steps % 100 == 0:
            probabilities = sampling_weights(photos.rows, settings, min(share, 1.0))
        picked = chance.choice(len(photos.rows), settings.batch, p=probabilities)
        size = size_at(settings, share)
        images, targets = photos.batch(picked, size, share < settings.mix_until, settings, chance)
        losses.append(run.step(images, targets, rate_at(settings, share)))
        if run.seconds - said > max(60.0, whole / 25) or share >= 1:
            said, report = run.seconds, run.report()
            run.save(out / 'last.pt', report)
            if log:
                loss = float(torch.stack(losses).mean())
                print(f'{said / 60:6.1f} min  step {run.steps}  size {size}  loss {loss:.3f}  {report}', flush=True)
            losses = []
    return report


def parse_settings() -> tuple[argparse.Namespace, Settings]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--data', type=Path, default=os.environ.get('LEAF_DATA'))
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--minutes', type=float, default=Settings.minutes)
    parser.add_argument('--set', nargs='*', default=[], metavar='NAME=JSON', help='other settings')
    args = parser.parse_args()
    if args.data is None:
        parser.error('give --data or set LEAF_DATA')
    known = {entry.name for entry in fields(Settings)}
    changes = dict(pair.split('=', 1) for pair in args.set)
    if set(changes) - known:
        parser.error(f'no such settings: {sorted(set(changes) - known)}')
    values = {name: json.loads(text) for name, text in changes.items()}
    if 'shape' in values:
        named = values['shape']
        values['shape'] = SHAPES[named] if isinstance(named, str) else Shape(**named)
    return args, Settings(minutes=args.minutes, **values)


def main() -> None:
    args, settings = parse_settings()
    begun = time.strftime('%Y-%m-%dT%H:%M:%S')
    report = train(Path(args.data), args.out, settings)
    saved = torch.load(args.out / 'last.pt', map_location='cpu')
    append_run(
        {
            'run': args.out.name, 'begun': begun, 'commit': saved['commit'][:12], 'device': saved['device'],
            'seconds': round(saved['seconds']), 'photos_seen': saved['photos'], 'train_rows': saved['train_rows'],
            'multiply_adds': multiply_adds(LeafNet(len(saved['classes']), settings.shape), settings.test_size),
            'settings': json.dumps(asdict(settings)),
            **{f'val_{name}': value for name, value in report.items()},
        }
    )


if __name__ == '__main__':
    main()
