"""The decision rule: from the logits of a photo's views to the answer. Twin of inference/detect.ts in packages/vision.

The numbers of the rule are the `decision` section of card.json, chosen by `python -m kutu_ml calibrate`.

1. p = softmax of the mean logits over the views / temperature.
2. The photo shows a leaf when sigmoid(leaf.weights . mean embedding + leaf.bias) >= leaf.threshold.
3. A stated crop is a prior on the fine classes: 1 for its own, other_crop_prior for those of other crops, 0 for
   not_leaf. p is multiplied by it and divided by its sum.
4. rust_class is the largest of the three health classes, divided by their sum; confidence = that share *
   (1 - unlabelled / (unlabelled + the three health classes)).
5. view_agreement = the least over the views of the same share, each from its own logits. reliability = a logistic
   regression on the log-odds of both: the probability that the answer is right.
6. band: `unfamiliar` for a stated crop `other`, or when leaves of unsupported crops hold unfamiliar.other_crop of p
   before the prior; `uncertain` for a stated crop that holds less than MIN_STATED_CROP of the leaf classes before the
   prior; else by the reliability. The verdict is `confident` exactly when the band is.
7. The best fine class within rust_class names `disease` and `crop` when it holds at least half of it. A stated crop that
   contradicts the network names no disease.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from kutu_ml.data.labels import HEALTH_CLASSES, SUPPORTED_CROPS, UNLABELLED
from kutu_ml.evaluate.metrics import Answers
from kutu_ml.network.inference import membership_matrix

MIN_FINE_SHARE = 0.5
MIN_CROP_SHARE = 0.5
MIN_STATED_CROP = 0.05
"""On new places of an earlier network, 1 of 464 right confident answers had less; with a wrong crop stated, 11 of 100 answers were confident, with this 2 to 7."""
MIN_PROBABILITY = 1e-4
"""Probabilities closer to 0 or 1 than this count as this."""
OTHER_CROP = 'other'
UNFAMILIAR = 'unfamiliar'


@dataclass(frozen=True)
class Scores:
    """What the reliability of n answers is estimated from; arrays [n]."""

    rust_class: np.ndarray
    """Indices of HEALTH_CLASSES."""
    confidence: np.ndarray
    view_agreement: np.ndarray
    other_crops: np.ndarray
    """Probability of leaves of unsupported crops, before the prior."""
    stated_crop: np.ndarray
    """Share of the stated crop in the leaf classes, before the prior; 1 where no supported crop is stated."""
    posterior: torch.Tensor
    """Probabilities of the fine classes after the prior, [n, classes]."""

    @property
    def inputs(self) -> np.ndarray:
        """The inputs of the reliability, [n, 2]."""
        return np.stack([log_odds(self.confidence), log_odds(self.view_agreement)], 1)


@dataclass(frozen=True)
class Answer:
    """The answer about one photo; without a leaf all but leaf_probability is None."""

    leaf_probability: float
    is_leaf: bool
    rust_class: str | None = None
    confidence: float | None = None
    reliability: float | None = None
    band: str | None = None
    disease: str | None = None
    crop: str | None = None
    crop_estimate: dict | None = None
    """The network's own estimate: crop ('other' for unsupported ones) and probability; None below a half."""


def log_odds(probabilities: np.ndarray) -> np.ndarray:
    clipped = np.clip(probabilities, MIN_PROBABILITY, 1 - MIN_PROBABILITY)
    return np.log(clipped / (1 - clipped))


def sigmoid(values: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-values))


def crop_prior(classes: Sequence[dict[str, str]], stated: Sequence[str | None], other_crop_prior: float) -> torch.Tensor:
    """Returns the factors of the fine classes for each photo's stated crop, [n, classes]."""
    table = {None: torch.ones(len(classes), dtype=torch.float64)}
    for crop in {*stated} - {None}:
        factors = [
            0.0 if entry['product_class'] == 'not_leaf' else 1.0 if entry['crop'] == crop else other_crop_prior
            for entry in classes
        ]
        table[crop] = torch.tensor(factors, dtype=torch.float64)
    return torch.stack([table[crop] for crop in stated])


def unsupported(classes: Sequence[dict[str, str]]) -> torch.Tensor:
    """Returns a mask of the fine classes that are leaves of unsupported crops, [classes]."""
    return torch.tensor(
        [entry['product_class'] != 'not_leaf' and entry['crop'] not in SUPPORTED_CROPS for entry in classes]
    )


def stated_share(probs: torch.Tensor, classes: Sequence[dict[str, str]], stated: Sequence[str | None]) -> np.ndarray:
    """Returns the share of each photo's stated crop in the leaf classes, [n]; 1 where no supported crop is stated."""
    is_leaf = torch.tensor([entry['product_class'] != 'not_leaf' for entry in classes])
    own = torch.stack([is_leaf & torch.tensor([entry['crop'] == crop for entry in classes]) for crop in SUPPORTED_CROPS])
    shares = ((probs @ own.to(probs).T) / (probs @ is_leaf.to(probs)).clamp(min=1e-300)[:, None]).numpy()
    rows = [SUPPORTED_CROPS.index(crop) if crop in SUPPORTED_CROPS else -1 for crop in stated]
    return np.array([shares[i, row] if row >= 0 else 1.0 for i, row in enumerate(rows)])


def score(
    view_logits: torch.Tensor,
    classes: Sequence[dict[str, str]],
    temperature: float,
    stated: Sequence[str | None],
    other_crop_prior: float,
) -> Scores:
    """Returns the scores of photos from the logits of their views, [n, views, classes]."""
    logits = view_logits.double() / temperature
    probs = torch.softmax(logits.mean(1), 1)
    prior = crop_prior(classes, stated, other_crop_prior)
    membership = membership_matrix(classes).double()

    def apply(values: torch.Tensor) -> torch.Tensor:
        return values / values.sum(-1, keepdim=True).clamp(min=1e-300)

    posterior = apply(probs * prior)
    products = posterior @ membership
    health = products[:, : len(HEALTH_CLASSES)]
    total = health.sum(1)
    share, rust_class = apply(health).max(1)
    views = apply((torch.softmax(logits, 2) * prior[:, None]) @ membership[:, : len(HEALTH_CLASSES)])
    agreement = views.amin(1).gather(1, rust_class[:, None])[:, 0]
    return Scores(
        rust_class.numpy(),
        (share * total / (total + products[:, UNLABELLED]).clamp(min=1e-300)).numpy(),
        agreement.numpy(),
        probs[:, unsupported(classes)].sum(1).numpy(),
        stated_share(probs, classes, stated),
        posterior,
    )


def reliability(scores: Scores, decision: dict) -> np.ndarray:
    """Returns the estimated probability that each answer is right, [n]."""
    weights = decision['reliability']
    slopes = np.array([weights[name] for name in ('confidence', 'view_agreement')])
    return sigmoid(scores.inputs @ slopes + weights['bias'])


def select_bands(values: np.ndarray, scores: Scores, stated: Sequence[str | None], decision: dict) -> np.ndarray:
    """Returns the band of each answer for its reliability."""
    known = np.array([crop is not None for crop in stated], bool)
    bands = decision['bands']
    minimum = {
        name: np.where(known, bands['crop_stated'][name], bands['crop_unknown'][name])
        for name in ('likely', 'confident')
    }
    found = np.where(values >= minimum['likely'], 'likely', 'uncertain').astype('<U10')
    found[values >= minimum['confident']] = 'confident'
    found[scores.stated_crop < MIN_STATED_CROP] = 'uncertain'
    other = np.array([crop == OTHER_CROP for crop in stated], bool)
    found[other | (scores.other_crops >= decision['unfamiliar']['other_crop'])] = UNFAMILIAR
    return found


def estimate_crop(probs: torch.Tensor, classes: Sequence[dict[str, str]]) -> dict | None:
    """Returns the crop that holds half of the leaf classes' probability [classes], and its share."""
    shares: dict[str, float] = dict.fromkeys((*SUPPORTED_CROPS, OTHER_CROP), 0.0)
    for entry, value in zip(classes, probs.tolist()):
        if entry['product_class'] != 'not_leaf':
            shares[entry['crop'] if entry['crop'] in SUPPORTED_CROPS else OTHER_CROP] += value
    total = sum(shares.values())
    crop = max(shares, key=shares.__getitem__)
    is_named = total > 0 and shares[crop] / total >= MIN_CROP_SHARE
    return {'crop': crop, 'probability': shares[crop] / total} if is_named else None


def answer_photos(
    view_embeddings: torch.Tensor, head: tuple[torch.Tensor, torch.Tensor], card: dict, stated: Sequence[str | None]
) -> Answers:
    """Returns the answers to n photos from their view embeddings, [n, views, channels]."""
    decision, classes = card['decision'], card['classes']
    weight, bias = head
    embeddings = view_embeddings.mean(1)
    leaf = embeddings.double().numpy() @ np.array(decision['leaf']['weights']) + decision['leaf']['bias']
    accepted = sigmoid(leaf) >= decision['leaf']['threshold']
    view_logits = view_embeddings @ weight.T + bias
    scores = score(view_logits, classes, card['temperature'], stated, decision['other_crop_prior'])
    bands = select_bands(reliability(scores, decision), scores, stated, decision)
    probs = torch.softmax(view_logits.mean(1) / card['temperature'], 1) @ membership_matrix(classes)
    health_class = np.array(HEALTH_CLASSES)[scores.rust_class]
    return Answers(probs, health_class, accepted, accepted & (bands == 'confident'), accepted & (bands == 'likely'))


def decide(
    view_embeddings: torch.Tensor, head: tuple[torch.Tensor, torch.Tensor], card: dict, stated: str | None = None
) -> Answer:
    """Returns the answer for one photo's view embeddings [views, channels]. `head` is its weight and bias."""
    decision, classes = card['decision'], card['classes']
    embeddings = view_embeddings.double()
    leaf = torch.tensor(decision['leaf']['weights'], dtype=torch.float64) @ embeddings.mean(0)
    leaf_probability = float(sigmoid(float(leaf) + decision['leaf']['bias']))
    if leaf_probability < decision['leaf']['threshold']:
        return Answer(leaf_probability, False)
    weight, bias = (values.double() for values in head)
    view_logits = (embeddings @ weight.T + bias).unsqueeze(0)
    scores = score(view_logits, classes, card['temperature'], [stated], decision['other_crop_prior'])
    values = reliability(scores, decision)
    (band,) = select_bands(values, scores, [stated], decision)
    rust_class = HEALTH_CLASSES[scores.rust_class[0]]
    posterior = scores.posterior[0]
    # With a stated crop only its own classes can name the disease, so that no disease of another crop is named.
    inside = [i for i, entry in enumerate(classes) if entry['product_class'] == rust_class]
    own = [i for i in inside if stated is None or classes[i]['crop'] == stated]
    best = max(own, key=lambda i: float(posterior[i]), default=None)
    is_named = best is not None and float(posterior[best]) >= MIN_FINE_SHARE * float(posterior[inside].sum())
    names_disease = rust_class != 'healthy' and band != UNFAMILIAR and float(scores.stated_crop[0]) >= MIN_STATED_CROP
    return Answer(
        leaf_probability,
        True,
        rust_class,
        float(scores.confidence[0]),
        float(values[0]),
        str(band),
        classes[best]['disease'] if is_named and names_disease else None,
        stated or (classes[best]['crop'] if is_named else None),
        estimate_crop(torch.softmax(view_logits[0].mean(0) / card['temperature'], 0), classes),
    )
