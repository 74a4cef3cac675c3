"""Train the leaf network from random weights within a given wall-clock time.

The schedule (image size, learning rate, share of `extra`, mixing) follows elapsed time, not epochs,
so a run ends when it should on any machine, with or without a GPU.

    python ml/train.py --data $LEAF_DATA --out ~/.cache/kutu-ml/runs/first --minutes 40
"""

import argparse
import csv
import json
import math
import os
import subprocess
import time
from collections import Counter
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from augment import erased, mixed, recoloured, square_windows, turned_and_cropped, worsened
from scores import class_table, membership_of, product_scores, summary
from backgrounds import Backgrounds
from model import LeafNet, Shape, multiply_adds
from prepare import CACHE, PhotoCache, read_labels
from preprocess import View, normalise
from sources import counted

RUNS = Path(__file__).parent / 'results' / 'runs.csv'


@dataclass
class Settings:
    minutes: float = 40.0
    seed: int = 1
    threads: int = 2
    batch: int = 64
    sizes: tuple[tuple[float, int], ...] = ((0.0, 96), (0.15, 128), (0.7, 160))
    cache_small: int = 136
    cache_large: int = 208
    test_size: int = 160
    learning_rate: float = 2.5e-3
    least_rate: float = 2e-5
    weight_decay: float = 0.05
    warmup: float = 0.03
    average: float = 0.999
    smoothing: float = 0.03
    product_weight: float = 1.0
    dropout: float = 0.1
    least_side: float = 0.4
    colour: float = 1.0
    not_leaf_colour: float = 2.0
    swap: float = 0.5
    more: tuple[str, ...] = ()
    worsen: float = 0.15
    erase: float = 0.2
    mixup: float = 0.3
    cutmix: float = 0.3
    mix_until: float = 0.85
    field_weight: float = 1.5
    lab_weight: float = 0.8
    not_leaf_weight: float = 3.0
    extra_weights: tuple[float, float] = (0.8, 0.25)
    crop_weights: dict[str, float] = field(default_factory=lambda: {'wheat': 1.5})
    splits: tuple[str, ...] = ('train', 'extra')
    left_out: tuple[str, ...] = ('rice__hispa',)
    start_from: str = ''
    shape: Shape = field(default_factory=Shape)


def commit() -> str:
    here = Path(__file__).parent
    found = subprocess.run(['git', 'rev-parse', 'HEAD'], cwd=here, capture_output=True, text=True)
    return found.stdout.strip() if found.returncode == 0 else 'none'


def sampling_weights(rows: list[dict[str, str]], settings: Settings, share: float) -> np.ndarray:
    """Chance of each photo: the square root of its class-and-source group's size, by setting and split."""
    group = Counter((row['crop'], row['disease'], row['source']) for row in rows)
    first, last = settings.extra_weights
    extra = first + (last - first) * share
    weights = []
    for row in rows:
        weight = group[(row['crop'], row['disease'], row['source'])] ** -0.5
        if row['product_class'] == 'not_leaf':
            weight *= settings.not_leaf_weight
        elif row['split'] == 'extra':
            weight *= extra
        else:
            weight *= settings.field_weight if row['setting'] == 'field' else settings.lab_weight
        weights.append(weight * settings.crop_weights.get(row['crop'], 1.0))
    total = np.array(weights)
    return total / total.sum()


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


@dataclass
class Photos:
    """The rows to train on, with the caches and backgrounds for small and large images."""

    rows: list[dict]
    caches: list[PhotoCache]
    backgrounds: list[Backgrounds]
    classes: int

    def batch(
        self, picked: np.ndarray, size: int, mixing: bool, settings: Settings, chance: np.random.Generator
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Changed images [n, 3, size, size] as the network reads them, and their targets [n, classes]."""
        level = 0 if size <= self.caches[0].short else 1
        rows = [self.rows[i] for i in picked]
        numbers = [row['row'] for row in rows]
        images = square_windows(self.caches[level], numbers, chance, self.backgrounds[level], settings.swap)
        images = turned_and_cropped(images, size, settings.least_side) / 255
        leafless = torch.tensor([row['product_class'] == 'not_leaf' for row in rows])
        strength = torch.where(leafless, settings.not_leaf_colour, settings.colour)
        images = erased(worsened(recoloured(images, strength), settings.worsen), settings.erase)
        targets = F.one_hot(torch.tensor([row['class'] for row in rows]), self.classes).float()
        draw = chance.random()
        if mixing and draw < settings.mixup + settings.cutmix:
            images, targets = mixed(images, targets, 'mixup' if draw < settings.mixup else 'cutmix')
        return normalise(images, 1.0), targets


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


def train(data: Path, out: Path, settings: Settings, cache_dir: Path = CACHE, log: bool = True) -> dict:
    """Train, save `out/last.pt` now and then and at the end, and return the last val figures."""
    torch.manual_seed(settings.seed)
    np.random.seed(settings.seed)
    chance = np.random.default_rng(settings.seed)
    torch.set_num_threads(settings.threads)
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')

    folders = [data, *(Path(folder).expanduser() for folder in settings.more)]
    labels = [row for folder in folders for row in read_labels(folder)]
    for i, row in enumerate(labels):
        row.update(row=i, name=f"{row['crop']}__{row['disease']}")
    labels = [row for row in labels if row['name'] not in settings.left_out]
    classes = class_table(labels)
    number = {entry['name']: i for i, entry in enumerate(classes)}
    for row in labels:
        row['class'] = number[row['name']]
    rows = [row for row in labels if row['split'] in settings.splits]
    val = [row for row in labels if row['split'] == 'val']
    caches = [PhotoCache(folders, cache_dir, short) for short in (settings.cache_small, settings.cache_large)]
    photos_of = Photos(rows, caches, [Backgrounds(cache, rows) for cache in caches], len(classes))
    membership = membership_of(classes).to(device)

    network = LeafNet(len(classes), settings.shape, settings.dropout).to(device, memory_format=torch.channels_last)
    if settings.start_from:
        begin_with(network, torch.load(Path(settings.start_from).expanduser(), map_location=device), classes)
    average = LeafNet(len(classes), settings.shape).to(device, memory_format=torch.channels_last)
    average.load_state_dict(network.state_dict())
    average.eval()
    optimiser = torch.optim.AdamW(decayed_groups(network, settings.weight_decay), lr=settings.learning_rate)

    started, from_commit = time.monotonic(), commit()
    seconds, step, photos, said, report = settings.minutes * 60, 0, 0, 0.0, {}
    out.mkdir(parents=True, exist_ok=True)

    def save() -> None:
        torch.save(
            {
                'average': average.state_dict(), 'classes': classes, 'settings': asdict(settings),
                'commit': from_commit, 'seed': settings.seed, 'photos': photos, 'sources': counted(rows), 'train_rows': len(rows),
                'seconds': time.monotonic() - started, 'device': device.type, 'val': report,
            },
            out / 'last.pt',
        )

    share, losses = 0.0, []
    while share < 1:
        share = (time.monotonic() - started) / seconds
        if step % 100 == 0:
            probabilities = sampling_weights(rows, settings, min(share, 1.0))
        size = size_at(settings, share)
        picked = chance.choice(len(rows), settings.batch, p=probabilities)
        images, targets = photos_of.batch(picked, size, share < settings.mix_until, settings, chance)
        images = images.to(device).contiguous(memory_format=torch.channels_last)
        targets = targets.to(device)
        network.train()
        with torch.autocast(device.type, dtype=torch.bfloat16):
            logits = network(images)
        loss = loss_of(logits.float(), targets, membership, settings)
        for group in optimiser.param_groups:
            group['lr'] = rate_at(settings, share)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        step += 1
        photos += settings.batch
        follow(average, network, min(settings.average, (1 + step) / (20 + step)))
        losses.append(loss.detach())
        if time.monotonic() - said > max(60.0, seconds / 25) or share >= 1:
            said = time.monotonic()
            scores = product_scores(average, val, caches[1], settings.test_size, [View()], classes, device)
            report = summary(scores, val)
            save()
            if log:
                passed = time.monotonic() - started
                print(
                    f'{passed / 60:6.1f} min  step {step}  {photos / passed:4.0f} photos/s  size {size}  '
                    f'loss {float(torch.stack(losses).mean()):.3f}  {report}', flush=True,
                )
            losses = []
    save()
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
        values['shape'] = Shape(**values['shape'])
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
