"""Rounds the weights of a trained network to few bits, and lets the network learn to answer as before.

    python -m kutu_ml compress --checkpoint ~/.cache/kutu-ml/runs/first/last.pt --out ~/.cache/kutu-ml/runs/first-4bit

The network before rounding is the teacher (quantization-aware training by distillation): the rounded one learns its
feature map and its class probabilities on the photos and with the augmentation that the run was trained with.
Labels play no part. Needs the photos of the run and its cache.
"""

import argparse
import copy
import json
import math
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from kutu_ml.cli import add_data_option
from kutu_ml.compress.rounding import round_weights, take_scales
from kutu_ml.data.training_set import TrainingSet, open_training_set, sampling_probabilities
from kutu_ml.evaluate.metrics import summarize
from kutu_ml.export.base_statistics import load_settings
from kutu_ml.network.inference import predict_cached
from kutu_ml.network.mobilenet_v2 import MobileNetV2
from kutu_ml.paths import CACHE
from kutu_ml.settings import Settings
from kutu_ml.train.checkpoint import load_network, save_atomically

BITS = 3
SAMPLES = 110_000
LR = 2e-4
SCALE_LR = 1e-3


def distillation_loss(student: MobileNetV2, teacher: MobileNetV2, images: torch.Tensor) -> torch.Tensor:
    """Returns the relative squared error of the feature map plus the KL divergence of the fine classes, in nats."""
    with torch.no_grad():
        expected = teacher.features(images)
        targets = teacher.head(expected.mean((2, 3))).log_softmax(1)
    found = student.features(images)
    log_probs = student.head(found.mean((2, 3))).log_softmax(1)
    error = (found - expected).square().mean() / expected.square().mean()
    return error + F.kl_div(log_probs, targets, reduction='batchmean', log_target=True)


def compress(network: MobileNetV2, photos: TrainingSet, settings: Settings, bits: int, samples: int, seed: int) -> MobileNetV2:
    """Returns a rounded copy of a network after `samples` photos of distillation."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    teacher = copy.deepcopy(network).eval()
    student = copy.deepcopy(network).eval()
    round_weights(student, bits)
    scales = [p for name, p in student.named_parameters() if name.endswith('log_scale')]
    others = [p for name, p in student.named_parameters() if not name.endswith('log_scale') and 'head' not in name]
    optimizer = torch.optim.Adam([{'params': others, 'lr': LR}, {'params': scales, 'lr': SCALE_LR}])
    steps = math.ceil(samples / settings.batch_size)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    probabilities = sampling_probabilities(photos.rows, settings, 1.0)
    losses = []
    for step in range(steps):
        indices = rng.choice(len(photos.rows), settings.batch_size, p=probabilities)
        images, _ = photos.batch(indices, settings.eval_size, False, settings, rng)
        loss = distillation_loss(student, teacher, images)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        schedule.step()
        losses.append(float(loss))
        if (step + 1) % 100 == 0 or step + 1 == steps:
            print(f'step {step + 1} of {steps}  loss {np.mean(losses):.4f}', flush=True)
            losses = []
    return student


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_option(parser)
    parser.add_argument('--checkpoint', type=Path, required=True, metavar='FILE')
    parser.add_argument('--out', type=Path, required=True, metavar='DIR', help='where last.pt goes')
    parser.add_argument('--bits', type=int, default=BITS, help='bits of a weight, 2 to 8')
    parser.add_argument('--samples', type=int, default=SAMPLES, help='photos to learn from, counted with repetitions')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--cache', type=Path, default=CACHE, metavar='DIR')


def run(args: argparse.Namespace) -> None:
    if not 2 <= args.bits <= 8:
        raise SystemExit('--bits must be 2 to 8')
    torch.set_num_threads(args.threads)
    checkpoint, network = load_network(args.checkpoint.expanduser())
    settings = load_settings(checkpoint)
    photos = open_training_set(args.data, args.cache, settings)
    student = compress(network, photos, settings, args.bits, args.samples, args.seed)
    scales = take_scales(student)
    probs = predict_cached(
        student, photos.val, photos.caches[1], settings.eval_size, photos.classes, torch.device('cpu')
    )
    report = summarize(probs, photos.val)
    args.out.mkdir(parents=True, exist_ok=True)
    compressed = {'bits': args.bits, 'samples': args.samples, 'scales': scales}
    save_atomically(
        {**checkpoint, 'ema': student.state_dict(), 'val': report, 'compressed': compressed}, args.out / 'last.pt'
    )
    print(json.dumps(report))
