"""The settings of a training run. `python -m kutu_ml train --set NAME=JSON` changes one."""

from dataclasses import dataclass, field

from kutu_ml.network.mobilenet_v2 import NetworkConfig


@dataclass
class Settings:
    # Length of the run. "Progress" below is the fraction of the run that is done, 0 to 1.
    minutes: float = 40.0
    """Wall-clock length of the run in minutes, > 0. Ignored where max_samples is set."""
    max_samples: int = 0
    """Length of the run in samples seen, for runs that are to be compared; 0: the clock decides."""
    checkpoint_minutes: float = 8.0
    """Time between two checkpoints, each with figures on val, in minutes, > 0."""
    seed: int = 1
    """Seed of every random number generator, >= 0."""
    threads: int = 2
    """Threads of PyTorch on the CPU, >= 1."""

    # Network.
    network: NetworkConfig = field(default_factory=NetworkConfig)
    """Architecture; see kutu_ml/network/mobilenet_v2.py."""
    backbone: str = ''
    """TensorFlow Lite file of an ImageNet MobileNetV2 whose weights the run starts from; '': random weights."""
    dropout: float = 0.1
    """Probability of zeroing an element of the embedding in training, 0 to 1."""
    p_mixstyle: float = 0.4
    """Probability per batch and stage of mixing feature statistics (MixStyle), 0 to 1."""

    # Optimization: AdamW, linear warm-up, then a cosine schedule.
    batch_size: int = 64
    """Photos per step, >= 2."""
    lr: float = 1.5e-3
    """Highest learning rate of the head, reached at the end of the warm-up, > 0."""
    min_lr: float = 2e-5
    """Learning rate of the head at the end of the run, 0 to lr."""
    trunk_lr_scale: float = 0.08
    """Learning rate of the last stage as a fraction of the head's, 0 to 1. The layers that join the maps have twice that."""
    lr_decay: float = 0.6
    """Learning rate of a stage as a fraction of the next one's (layer-wise decay), 0 to 1."""
    frozen_stages: int = 3
    """Stages that keep their weights, the stem with them; 0: none, the stem learns. 0 to 7."""
    head_only: float = 0.1
    """Progress until which only the head learns, 0 to 1 (linear probing, then fine-tuning: Kumar et al. 2022)."""
    warmup: float = 0.03
    """Progress at which the warm-up ends, 0 to 1."""
    weight_decay: float = 0.05
    """Weight decay of AdamW for weights; biases and BatchNorm have none. >= 0."""
    ema_decay: float = 0.999
    """Decay per step of the exponential moving average of the weights, which is what gets exported. 0 to 1."""
    label_smoothing: float = 0.03
    """Probability mass that is spread evenly over the fine classes, 0 to 1."""
    product_loss_weight: float = 1.0
    """Weight of the product classes' cross-entropy beside that of the fine classes, >= 0."""

    # Images.
    image_sizes: tuple[tuple[float, int], ...] = ((0.0, 160), (0.5, 192))
    """(progress from which it holds, side in px) in ascending order; the first progress is 0."""
    eval_size: int = 224
    """Side in px of the images that the network is evaluated and exported with."""
    cache_small: int = 176
    """Short side in px of the cached photos that images of up to this size are cut from."""
    cache_large: int = 256
    """Short side in px of the cached photos for larger images and for evaluation."""

    # Augmentation. Probabilities are 0 to 1 and per photo, unless stated otherwise.
    min_crop_scale: float = 0.4
    """Smallest side of a random crop as a fraction of the photo's short side, over 0 to 1."""
    color_jitter: float = 1.2
    """Strength of the random color changes; 0: none, 1: usual, up to about 2."""
    not_leaf_color_jitter: float = 2.0
    """The same for photos without a leaf, whose color carries no label."""
    p_background_swap: float = 0.5
    """Probability that a lab photo's leaf is laid on another background."""
    p_field_background_swap: float = 0.2
    """The same for leaves photographed in the field, whose masks are rougher."""
    p_shadow: float = 0.3
    """Probability of a cast shadow or a patch of sun."""
    p_degrade: float = 0.15
    """Fraction of each batch that is blurred, and of another part of the batch that gets noise. 0 to 0.5."""
    p_erase: float = 0.2
    """Probability that a rectangle is covered with one color (random erasing)."""
    p_mixup: float = 0.2
    """Probability per batch of mixup."""
    p_cutmix: float = 0.2
    """Probability per batch of CutMix; p_mixup + p_cutmix <= 1."""
    mix_end: float = 0.9
    """Progress from which on batches are no longer mixed, 0 to 1."""

    # Sampling. The weight of a photo is n ** -balance_exponent times the weights below, n being the number of
    # photos of its class and source.
    balance_exponent: float = 0.65
    """0: every photo alike; 0.5: square-root sampling; 1: every class and source alike. 0 to 1."""
    max_weight_ratio: float = 5.0
    """Largest weight of a photo as a multiple of the median weight, > 1; 0: unlimited."""
    field_weight: float = 1.8
    """Weight of the field photos of the train split, >= 0."""
    lab_weight: float = 0.8
    """Weight of the lab photos of the train split, >= 0."""
    not_leaf_weight: float = 1.5
    """Weight of photos without a leaf, in place of the two above. >= 0."""
    extra_split_weights: tuple[float, float] = (0.5, 0.35)
    """Weight of the leaves in the extra split at the start and at the end of the run, linear between. >= 0."""
    crop_weights: dict[str, float] = field(default_factory=lambda: {'wheat': 1.3})
    """Additional weight by crop, >= 0; 1 where none is named."""

    # Which photos.
    splits: tuple[str, ...] = ('train', 'extra')
    """Splits of labels.csv to train on."""
    left_out_classes: tuple[str, ...] = ('rice__hispa',)
    """Fine classes (crop__disease) that are left out of training and evaluation: hispa's labels are weak."""
    left_out_sources: tuple[str, ...] = ()
    """Sources that are left out of training and of val; their photos are reported on as a new place."""
