from dataclasses import asdict, replace

import pytest

from kutu_ml.data.selection import check_no_leakage, with_field_share, without_sources
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


def kept_paths(share: float, seed: int = 1) -> set[str]:
    return {row['path'] for row in with_field_share(ROWS, share, seed)}


def test_the_share_applies_to_the_field_photos_of_each_source_and_to_nothing_else():
    paths = kept_paths(0.25)
    assert len([p for p in paths if p.startswith('train/maize__rust/A')]) == 40
    assert len([p for p in paths if p.startswith('train/beans__rust/B')]) == 24  # 2.5 runs of 8 are 3
    assert len([p for p in paths if p.startswith('train/rice')]) == 3
    assert {r['path'] for r in ROWS if r['setting'] == 'lab' or r['split'] != 'train'} <= paths


def test_neighbors_are_kept_or_dropped_together():
    numbers = sorted(int(p[-7:-4]) for p in kept_paths(0.5) if p.startswith('train/maize__rust/A'))
    assert {n // 8 * 8 + i for n in numbers for i in range(8)} == set(numbers)


def test_a_smaller_share_is_a_subset_of_a_larger_one_of_the_same_seed():
    assert kept_paths(0.1) < kept_paths(0.25) < kept_paths(0.5) < kept_paths(1.0) == {row['path'] for row in ROWS}
    assert kept_paths(0.5) != kept_paths(0.5, seed=2)
    assert kept_paths(0.5) == kept_paths(0.5)


def test_a_left_out_source_is_left_out_of_every_split_and_a_misspelled_one_is_refused():
    assert {row['source'] for row in without_sources(ROWS, ('A', 'E'))} == {'B', 'C', 'D'}
    with pytest.raises(SystemExit, match='PlantDok'):
        without_sources(ROWS, ('PlantDok',))
    with pytest.raises(SystemExit, match='train_share'):
        with_field_share(ROWS, 0.0, 1)


def make_checkpoint(sources: dict[str, int], **changes) -> dict:
    return {'sources': sources, 'settings': asdict(replace(Settings(), **changes))}


def test_a_run_cannot_start_from_a_checkpoint_that_has_seen_what_it_leaves_out():
    without = Settings(left_out_sources=('A',))
    check_no_leakage(make_checkpoint({'B': 5}, left_out_sources=('A',)), without)
    check_no_leakage(make_checkpoint({'B': 5}, splits=('extra',)), without)
    for saved in (make_checkpoint({'A': 5, 'B': 5}), make_checkpoint({'B': 5}, splits=('extra',), init_from='a.pt')):
        with pytest.raises(SystemExit, match='left_out_sources'):
            check_no_leakage(saved, without)


def test_a_learning_curve_cannot_start_from_more_photos_than_its_own():
    quarter = Settings(train_share=0.25)
    check_no_leakage(make_checkpoint({}, train_share=0.1), quarter)
    check_no_leakage(make_checkpoint({}, splits=('extra',)), quarter)
    for saved in (make_checkpoint({}), make_checkpoint({}, train_share=0.5), make_checkpoint({}, train_share=0.25, share_seed=2)):
        with pytest.raises(SystemExit, match='train_share'):
            check_no_leakage(saved, quarter)
