"""The training loop.

The schedule (image size, learning rate, weight of the extra split, mixing) follows elapsed time, not epochs, so a run
ends on time on any machine, with or without a GPU. With `max_samples` set it follows the number of samples instead:
runs that are to be compared then see the same number, however busy the machine is.
"""

import json
import subprocess
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from torch import nn

from kutu_ml.data.sources import count_by_source
from kutu_ml.data.training_set import TrainingSet, open_training_set, sampling_probabilities
from kutu_ml.evaluate.metrics import by_group, summarize
from kutu_ml.network.inference import membership_matrix, predict_cached
from kutu_ml.network.mobilenet_v2 import MobileNetV2
from kutu_ml.paths import CACHE, ML
from kutu_ml.settings import Settings
from kutu_ml.train.backbone import load_backbone
from kutu_ml.train.checkpoint import sample_images, save_atomically
from kutu_ml.train.loss import classification_loss
from kutu_ml.train.schedule import image_size_at, lr_at

REFRESH_SAMPLING_STEPS = 100
BACKBONE_PHOTOS = 1500


def git_commit() -> str:
    """Returns the commit of the working tree, or 'none' outside a repository."""
    result = subprocess.run(['git', 'rev-parse', 'HEAD'], cwd=ML, capture_output=True, text=True)
    return result.stdout.strip() if result.returncode == 0 else 'none'


@torch.no_grad()
def update_ema(ema: MobileNetV2, network: MobileNetV2, decay: float) -> None:
    """Updates the exponential moving average of the weights: ema = decay * ema + (1 - decay) * network."""
    for average, value in zip(ema.state_dict().values(), network.state_dict().values()):
        if average.dtype.is_floating_point:
            average.lerp_(value, 1 - decay)
        else:
            average.copy_(value)


def parameter_groups(network: MobileNetV2, settings: Settings) -> list[dict]:
    """Returns AdamW's parameter groups, each with `lr_scale`, its learning rate as a fraction of the head's.

    Weight decay for matrices and filters, none for biases. Frozen stages have no group.
    """
    count = len(network.stages)
    scale = settings.trunk_lr_scale
    parts: list[tuple[nn.Module, float]] = [(network.head, 1.0), (network.coarse, 2 * scale), (network.fine, 2 * scale)]
    for i in range(settings.frozen_stages, count):
        parts.append((network.stages[i], scale * settings.lr_decay ** (count - 1 - i)))
    if settings.frozen_stages == 0:
        parts.append((network.stem, scale * settings.lr_decay**count))
    groups = []
    for module, lr_scale in parts:
        for is_decayed in (True, False):
            params = [p for p in module.parameters() if (p.ndim > 1) == is_decayed]
            decay = settings.weight_decay if is_decayed else 0.0
            groups.append({'params': params, 'weight_decay': decay, 'lr_scale': lr_scale})
    return [group for group in groups if group['params']]


class Trainer:
    """A network in training, its moving average and its optimizer."""

    def __init__(self, photos: TrainingSet, settings: Settings, device: torch.device):
        self.photos, self.settings, self.device = photos, settings, device
        count = len(photos.classes)
        self.network = MobileNetV2(count, settings.network, settings.dropout, settings.p_mixstyle)
        if settings.backbone:
            images = sample_images(photos, settings, BACKBONE_PHOTOS)
            load_backbone(self.network, Path(settings.backbone).expanduser(), images)
        self.network.to(device, memory_format=torch.channels_last)
        self.ema = MobileNetV2(count, settings.network).to(device, memory_format=torch.channels_last).eval()
        self.ema.load_state_dict(self.network.state_dict())
        self.membership = membership_matrix(photos.classes).to(device)
        self.optimizer = torch.optim.AdamW(parameter_groups(self.network, settings))
        self.steps = 0
        self.commit = git_commit()
        self.started = time.monotonic()

    @property
    def seconds(self) -> float:
        """Time that this run has trained, interruptions excluded."""
        return time.monotonic() - self.started

    @property
    def progress(self) -> float:
        settings = self.settings
        if settings.max_samples:
            return self.steps * settings.batch_size / settings.max_samples
        return self.seconds / (settings.minutes * 60)

    def set_trainable(self, is_head_only: bool) -> None:
        """Decides which weights get gradients: the head alone, or all that are not frozen."""
        self.network.requires_grad_(False)
        for group in self.optimizer.param_groups:
            for p in group['params']:
                p.requires_grad_(not is_head_only)
        self.network.head.requires_grad_(True)

    def step(self, images: torch.Tensor, targets: torch.Tensor, lr: float) -> torch.Tensor:
        """Trains on one batch and returns its mean loss."""
        images = images.to(self.device).contiguous(memory_format=torch.channels_last)
        self.set_trainable(self.progress < self.settings.head_only)
        self.network.train()
        logits = self.network(images)
        loss = classification_loss(logits, targets.to(self.device), self.membership, self.settings)
        for group in self.optimizer.param_groups:
            group['lr'] = lr * group['lr_scale']
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self.steps += 1
        # A young average forgets faster, or it would long hold the initial weights.
        update_ema(self.ema, self.network, min(self.settings.ema_decay, (1 + self.steps) / (20 + self.steps)))
        return loss.detach()

    def evaluate(self) -> dict:
        """Returns figures of the averaged network on val and, under new_place, on each left-out source."""
        photos = self.photos

        def predict(rows: list[dict]) -> torch.Tensor:
            size = self.settings.eval_size
            return predict_cached(self.ema, rows, photos.caches[1], size, photos.classes, self.device)

        report = summarize(predict(photos.val), photos.val)
        if photos.new_place:
            report['new_place'] = by_group(predict(photos.new_place), photos.new_place, 'source')
        return report

    def save(self, out: Path, report: dict, rng: np.random.Generator) -> None:
        """Writes last.pt and resume.pt."""
        save_atomically(
            {
                'ema': self.ema.state_dict(),
                'classes': self.photos.classes,
                'settings': asdict(self.settings),
                'commit': self.commit,
                'seed': self.settings.seed,
                'samples_seen': self.steps * self.settings.batch_size,
                'seconds': self.seconds,
                'sources': count_by_source(self.photos.rows),
                'is_pretrained': bool(self.settings.backbone),
                'train_rows': len(self.photos.rows),
                'device': self.device.type,
                'val': report,
            },
            out / 'last.pt',
        )
        save_atomically(
            {
                'settings': asdict(self.settings),
                'network': self.network.state_dict(),
                'ema': self.ema.state_dict(),
                'optimizer': self.optimizer.state_dict(),
                'steps': self.steps,
                'seconds': self.seconds,
                'rng': {'torch': torch.get_rng_state(), 'numpy': np.random.get_state(), 'rng': rng.bit_generator.state},
            },
            out / 'resume.pt',
        )

    def resume(self, path: Path, rng: np.random.Generator) -> None:
        """Restores the state of an interrupted run. Raises SystemExit where it had other settings."""
        state = torch.load(path, map_location=self.device)
        if state['settings'] != asdict(self.settings):
            raise SystemExit(f'{path} belongs to a run with other settings: choose another --out')
        self.network.load_state_dict(state['network'])
        self.ema.load_state_dict(state['ema'])
        self.optimizer.load_state_dict(state['optimizer'])
        self.steps = state['steps']
        self.started = time.monotonic() - state['seconds']
        torch.set_rng_state(state['rng']['torch'].cpu())
        np.random.set_state(state['rng']['numpy'])
        rng.bit_generator.state = state['rng']['rng']


def train(data: Sequence[Path], out: Path, settings: Settings, cache: Path = CACHE, is_logged: bool = True) -> dict:
    """Trains and returns the last figures on val. Goes on with an interrupted run when `out` holds one.

    Saves `out`/last.pt and `out`/resume.pt at least every `checkpoint_minutes`; resume.pt is deleted at the end.
    """
    torch.manual_seed(settings.seed)
    np.random.seed(settings.seed)
    rng = np.random.default_rng(settings.seed)
    torch.set_num_threads(settings.threads)
    out.mkdir(parents=True, exist_ok=True)
    photos = open_training_set(data, cache, settings)
    trainer = Trainer(photos, settings, torch.device('cuda' if torch.cuda.is_available() else 'cpu'))
    if (out / 'resume.pt').exists():
        trainer.resume(out / 'resume.pt', rng)
    progress, saved_at, losses, probabilities = trainer.progress, trainer.seconds, [], None
    while progress < 1:
        progress = trainer.progress
        if probabilities is None or trainer.steps % REFRESH_SAMPLING_STEPS == 0:
            probabilities = sampling_probabilities(photos.rows, settings, min(progress, 1.0))
        indices = rng.choice(len(photos.rows), settings.batch_size, p=probabilities)
        size = image_size_at(settings, progress)
        images, targets = photos.batch(indices, size, progress < settings.mix_end, settings, rng)
        losses.append(trainer.step(images, targets, lr_at(settings, progress)))
        if trainer.seconds - saved_at > settings.checkpoint_minutes * 60 or progress >= 1:
            saved_at, report = trainer.seconds, trainer.evaluate()
            trainer.save(out, report, rng)
            if is_logged:
                loss = float(torch.stack(losses).mean())
                minutes = saved_at / 60
                print(
                    f'{minutes:6.1f} min  step {trainer.steps}  size {size}  loss {loss:.3f}  {json.dumps(report)}',
                    flush=True,
                )
            losses = []
    (out / 'resume.pt').unlink()
    return report
