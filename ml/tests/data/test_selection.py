import pytest

from kutu_ml.data.selection import without_sources


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
