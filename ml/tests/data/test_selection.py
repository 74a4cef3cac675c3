from dataclasses import asdict, replace

import pytest

from kutu_ml.data.selection import check_no_leakage, without_sources
from kutu_ml.settings import Settings


def make_rows(source: str, crop: str, setting: str, count: int, split: str = 'train', disease: str = 'rust') -> list[dict]:
    return [
        {'path': f'{split}/{crop}__{disease}/{source}-{i:03d}.jpg', 'split': split, 'crop': crop, 'disease': disease,
         'source': source, 'setting': setting}
        for i in range(count)
    ]


ROWS = [
    *make_rows('A', 'maize', 'field', 160), *make_rows('B', 'beans', 'field', 80), *make_rows('C', 'maize', 'lab', 40),
    *make_rows('D', 'chilli', 'field', 40, 'extra'), *make_rows('A', 'maize', 'field', 24, 'val'),
    *make_rows('E', 'rice', 'field', 3),
]


def test_a_left_out_source_is_left_out_of_every_split_and_a_misspelled_one_is_refused():
    assert {row['source'] for row in without_sources(ROWS, ('A', 'E'))} == {'B', 'C', 'D'}
    with pytest.raises(SystemExit, match='PlantDok'):
        without_sources(ROWS, ('PlantDok',))


def make_checkpoint(sources: dict[str, int], **changes) -> dict:
    return {'sources': sources, 'settings': asdict(replace(Settings(), **changes))}


def test_a_run_cannot_start_from_a_checkpoint_that_has_seen_what_it_leaves_out():
    without = Settings(left_out_sources=('A',))
    check_no_leakage(make_checkpoint({'B': 5}, left_out_sources=('A',)), without)
    check_no_leakage(make_checkpoint({'B': 5}, splits=('extra',)), without)
    for saved in (make_checkpoint({'A': 5, 'B': 5}), make_checkpoint({'B': 5}, splits=('extra',), init_from='a.pt')):
        with pytest.raises(SystemExit, match='left_out_sources'):
            check_no_leakage(saved, without)
