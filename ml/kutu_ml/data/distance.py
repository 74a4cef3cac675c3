"""From how far a photo was taken: a leaf, a plant or a stand. labels.csv does not say; classes and sources tell."""

DISTANCES = ('leaf', 'plant', 'stand')
STAND_WORDS = ('stand', 'seedling')
"""Fine classes with one of these words in their disease are photos of stands, young ones from above included."""
STAND_SOURCES = frozenset({'EWS-wheat', 'GWHD-samples', 'RadheTians-rice', 'Uganda-beans', 'lameishu-rice'})
"""Sources whose every leaf photo shows a stand; looked at by eye."""
PLANT_SOURCES = frozenset({'LED-tomato', 'umamarasingha-maize', 'yangxh-wheat-ears'})
"""Sources whose photos show whole plants, stems or ears rather than a leaf; looked at by eye."""


def distance_of(row: dict) -> str | None:
    """Returns the distance of a row's photo, or None where it shows no leaf.

    A source of mixed photos counts as leaf, which is what most of them show.
    """
    if row['product_class'] == 'not_leaf':
        return None
    if row['source'] in STAND_SOURCES or any(word in row['disease'] for word in STAND_WORDS):
        return 'stand'
    return 'plant' if row['source'] in PLANT_SOURCES else 'leaf'


def stand_of(crop: str) -> str:
    """Returns the name of the stands of one crop, as a part of all stands."""
    return f'stand, {crop}'
