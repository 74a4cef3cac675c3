"""Rounds the weights of a trained network to few bits, and lets the network learn to answer as before.

    python -m kutu_ml compress --checkpoint ~/.cache/kutu-ml/runs/first/last.pt --out ~/.cache/kutu-ml/runs/first-4bit

The network before rounding is the teacher (quantization-aware training by distillation): the rounded one learns its
feature map and its class probabilities on the photos and with the augmentation that the run was trained with.
Labels play no part. Needs the photos of the run and its cache.
"""

import argparse
import json
import math
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from kutu_ml.cli import add_data_option
from kutu_ml.compress.rounding import round_weights, take_scales
from kutu_ml.data.training_set import TrainingSet, open_training_set, sampling_probabilities
from kutu_ml.evaluate.metrics import summarize
from kutu_ml.export.base_statistics import load_settings
from kutu_ml.network.inference import predict_cached
from kutu_ml.network.leafnet import LeafNet, fold_batch_norm
from kutu_ml.paths import CACHE
from kutu_ml.settings import Settings
from kutu_ml.train.checkpoint import load_network, save_atomically

BITS = 3
SAMPLES = 110_000
LR = 2e-4
SCALE_LR = 1e-3


def distillation_loss(student: LeafNet, teacher: LeafNet, images: torch.Tensor) -> torch.Tensor:
    """Returns the relative squared error of the feature map plus the KL divergence of the fine classes, in nats."""
    with torch.no_grad():
        expected = teacher.features(images)
        targets = teacher.head(expected.mean((2, 3))).log_softmax(1)
    found = student.features(images)
    log_probs = student.head(found.mean((2, 3))).log_softmax(1)
    error = (found - expected).square().mean() / expected.square().mean()
    return error + F.kl_div(log_probs, targets, reduction='batchmean', log_target=True)


def compress(network: LeafNet, photos: TrainingSet, settings: Settings, bits: int, samples: int, seed: int) -> LeafNet:
    """Returns a rounded copy of a network, without BatchNorm, after `samples` photos of distillation."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    teacher = fold_batch_norm(network)
    student = fold_batch_norm(network)
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


@torch.no_grad()
def restore_layout(folded: LeafNet, into: LeafNet) -> None:
    """Writes the weights of a network without BatchNorm into one that has it, as checkpoints do.

    Each BatchNorm only adds the bias. Raises AttributeError for the architecture `reparameterized`.
    """
    for name, module in into.named_modules():
        if isinstance(module, nn.Sequential) and len(module) == 2 and isinstance(module[1], nn.BatchNorm2d):
            conv, norm = folded.get_submodule(name)[0], module[1]
            module[0].weight.copy_(conv.weight)
            norm.reset_running_stats()
            norm.weight.fill_((1 + norm.eps) ** 0.5)
            norm.bias.copy_(conv.bias)
    into.head.load_state_dict(folded.head.state_dict())


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
    restore_layout(student, network)
    probs = predict_cached(
        network, photos.val, photos.caches[1], settings.eval_size, photos.classes, torch.device('cpu')
    )
    report = summarize(probs, photos.val)
    args.out.mkdir(parents=True, exist_ok=True)
    compressed = {'bits': args.bits, 'samples': args.samples, 'scales': scales}
    save_atomically(
        {**checkpoint, 'ema': network.state_dict(), 'val': report, 'compressed': compressed}, args.out / 'last.pt'
    )
    print(json.dumps(report))
