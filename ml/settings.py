"""Every setting of a training run. `train.py --set name=json` changes one."""

from dataclasses import dataclass, field

from model import Shape


@dataclass
class Settings:
    minutes: float = 40.0
    photos: int = 0
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
    source_weights: dict[str, float] = field(default_factory=dict)
    splits: tuple[str, ...] = ('train', 'extra')
    left_out: tuple[str, ...] = ('rice__hispa',)
    left_out_sources: tuple[str, ...] = ()
    train_share: float = 1.0
    share_seed: int = 1
    start_from: str = ''
    shape: Shape = field(default_factory=Shape)
