from dataclasses import asdict, replace

import pytest

from selection import refuse_leak, with_field_share, without_sources
from settings import Settings


def rows_of(source: str, crop: str, setting: str, count: int, split: str = 'train', disease: str = 'rust') -> list[dict]:
    return [
        {'path': f'{split}/{crop}__{disease}/{source}-{i:03d}.jpg', 'split': split, 'crop': crop, 'disease': disease,
         'source': source, 'setting': setting}
        for i in range(count)
    ]


ROWS = [
    *rows_of('A', 'maize', 'field', 160), *rows_of('B', 'beans', 'field', 80), *rows_of('C', 'maize', 'lab', 40),
    *rows_of('D', 'chilli', 'field', 40, 'extra'), *rows_of('A', 'maize', 'field', 24, 'val'),
    *rows_of('E', 'rice', 'field', 3),
]


def kept(share: float, seed: int = 1) -> set[str]:
    return {row['path'] for row in with_field_share(ROWS, share, seed)}


def test_a_share_of_the_field_photos_is_taken_from_each_source_and_nothing_else_is_touched():
    paths = kept(0.25)
    assert len([p for p in paths if p.startswith('train/maize__rust/A')]) == 40
    assert len([p for p in paths if p.startswith('train/beans__rust/B')]) == 24  # 2.5 runs of 8 are 3
    assert len([p for p in paths if p.startswith('train/rice')]) == 3
    assert {r['path'] for r in ROWS if r['setting'] == 'lab' or r['split'] != 'train'} <= paths


def test_neighbours_are_kept_or_dropped_together():
    numbers = sorted(int(p[-7:-4]) for p in kept(0.5) if p.startswith('train/maize__rust/A'))
    assert {n // 8 * 8 + i for n in numbers for i in range(8)} == set(numbers)


def test_a_smaller_share_is_part_of_a_larger_one_and_the_seed_decides_which():
    assert kept(0.1) < kept(0.25) < kept(0.5) < kept(1.0) == {row['path'] for row in ROWS}
    assert kept(0.5) != kept(0.5, seed=2)
    assert kept(0.5) == kept(0.5)


def test_a_left_out_source_is_left_out_of_every_split_and_a_misspelt_one_is_refused():
    assert {row['source'] for row in without_sources(ROWS, ('A', 'E'))} == {'B', 'C', 'D'}
    with pytest.raises(SystemExit, match='PlantDok'):
        without_sources(ROWS, ('PlantDok',))
    with pytest.raises(SystemExit, match='train_share'):
        with_field_share(ROWS, 0.0, 1)


def checkpoint(sources: dict[str, int], **changes) -> dict:
    return {'sources': sources, 'settings': asdict(replace(Settings(), **changes))}


def test_a_run_cannot_go_on_from_a_checkpoint_that_has_seen_what_it_leaves_out():
    without = Settings(left_out_sources=('A',))
    refuse_leak(checkpoint({'B': 5}, left_out_sources=('A',)), without)
    refuse_leak(checkpoint({'B': 5}, splits=('extra',)), without)
    for saved in (checkpoint({'A': 5, 'B': 5}), checkpoint({'B': 5}, splits=('extra',), start_from='a.pt')):
        with pytest.raises(SystemExit, match='left_out_sources'):
            refuse_leak(saved, without)
    with pytest.raises(SystemExit, match='released model'):
        refuse_leak({'photos': 3}, without)
    refuse_leak({'photos': 3}, Settings())


def test_a_learning_curve_cannot_go_on_from_more_photos_than_its_own():
    quarter = Settings(train_share=0.25)
    refuse_leak(checkpoint({}, train_share=0.1), quarter)
    refuse_leak(checkpoint({}, splits=('extra',)), quarter)
    for saved in (checkpoint({}), checkpoint({}, train_share=0.5), checkpoint({}, train_share=0.25, share_seed=2)):
        with pytest.raises(SystemExit, match='train_share'):
            refuse_leak(saved, quarter)
