"""Writes docs/model-card.md from the released model's card.json and ml/results.

    python -m kutu_ml card

No figure is copied by hand.
"""

import argparse
import json
from pathlib import Path

from kutu_ml.calibrate.command import CALIBRATION
from kutu_ml.paths import MODEL_CARD, latest_model_dir
from kutu_ml.report import tables
from kutu_ml.report.affected_section import affected_section
from kutu_ml.report.places_section import places_section

TEMPLATE = Path(__file__).parent / 'model_card.template.md'


def render_document(card: dict) -> str:
    """Returns the text of docs/model-card.md."""
    measured, trained_on = card['measured'], card['trained_on']
    return TEMPLATE.read_text().format(
        version=card['version'],
        new_places=places_section(card, json.loads(CALIBRATION.read_text()) if CALIBRATION.exists() else {}),
        size=card['input_size'],
        classes=len(card['classes']),
        megabytes=f'{card["bytes"] / 1e6:.2f}',
        rounding=describe_rounding(card.get('compressed')),
        pretrained=describe_pretrained(card.get('pretrained')),
        multiply_adds=f'{card["multiply_adds"] / 1e6:.0f}',
        map_size=' x '.join(map(str, card['feature_size'])),
        views=tables.describe_views(card),
        temperature=card['temperature'],
        **describe_decision(card['decision']),
        photos=trained_on['photos'],
        minutes=round(trained_on['seconds'] / 60),
        device=trained_on['device'],
        goals=tables.goal_table(card),
        overall=tables.overall_table(measured),
        reliability=tables.reliability_table(measured['test_field']),
        confusions=tables.confusion_table(measured),
        leaf_check=tables.leaf_check_table(measured),
        groups=tables.crop_and_setting_table(measured),
        by_source=tables.source_accuracy_list(measured),
        corruptions=tables.corruption_table(card),
        quality=tables.quality_table(card),
        background_only=tables.background_table(card),
        affected=affected_section(card),
        sources=tables.source_table(card),
    )


def describe_pretrained(pretrained: dict | None) -> str:
    if not pretrained:
        return 'random weights'
    return f'{pretrained["name"]} ({pretrained["licence"]}; {pretrained["attribution"]})'


def describe_rounding(compressed: dict | None) -> str:
    """Returns the end of the sentence on the released weights; empty for weights of 8 bits."""
    if compressed is None:
        return ''
    return f', rounded to {compressed["bits"]} bits and distilled (`docs/decisions/0025-weights-of-few-bits.md`)'


def describe_decision(decision: dict) -> dict[str, float]:
    """Returns the numbers of the decision rule that the document names."""
    unknown, stated = decision['bands']['crop_unknown'], decision['bands']['crop_stated']
    return {
        'confident': unknown['confident'],
        'likely': unknown['likely'],
        'confident_stated': stated['confident'],
        'likely_stated': stated['likely'],
        'leaf': decision['leaf']['threshold'],
        'other_crop': decision['unfamiliar']['other_crop'],
    }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('--out', type=Path, default=MODEL_CARD, metavar='FILE')


def run(args: argparse.Namespace) -> None:
    card = json.loads((latest_model_dir() / 'card.json').read_text())
    is_measured = all('detail' in figures for figures in card['measured'].values())
    if not is_measured or set(card['measured']) < set(tables.TITLES) or 'studies' not in card:
        raise SystemExit(f'{card["version"]}: run evaluate --write first')
    args.out.write_text(render_document(card))
    print(args.out)
