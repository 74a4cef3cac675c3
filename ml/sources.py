"""Where the photos come from: licence as stated by each source, and whom to name."""

from collections import Counter
from collections.abc import Iterable

SOURCES = {
    'PlantVillage': ('CC BY 4.0 (the copy used); none stated upstream', 'Hughes and Salathe 2015, arXiv:1511.08060; Mohanty, Hughes and Salathe 2016, doi 10.3389/fpls.2016.01419'),
    'PlantVillage-background': ('CC BY 4.0 (the copy used)', 'Background class of the augmented PlantVillage release; Hughes and Salathe 2015'),
    'PlantDoc': ('CC BY 4.0 upstream, CC0 1.0 in the copy used; collected from the web', 'Singh et al. 2020, PlantDoc, doi 10.1145/3371158.3371196'),
    'iBean': ('MIT', 'Makerere AI Lab and NaCRRI, 2020, ibean'),
    'CGIAR-ICLR2020-wheat': ('not stated', 'CGIAR, CIMMYT and partners, ICLR 2020 workshop on computer vision for agriculture'),
    'RiceDiseases-PH': ('not stated', 'aldrin233 and thesis mates, 2019, RiceDiseases-DataSet'),
    'rice-background-removed': ('not stated', 'hamad290, 2024, Rice-leaf-Deases-classification'),
    'rice-crops-nukhu': ('not stated', 'NukhuGama, 2023, Rice-Leaf-Disease-Classification-Using-LBP-and-SVM'),
    'Blackgram': ('CC BY 4.0', 'Blackgram plant leaf disease, Mendeley Data zfcv9fmrgv'),
    'CCMT-maize': ('none stated in the copy used; the paper says freely available for the research community', 'CCMT: Dataset for crop pest and disease detection, Data in Brief 2023, PMC10285554'),
    'Groundnut': ('none stated in the copy used', 'Groundnut leaves, Mendeley Data 22p2vcbxfk, Data in Brief 2023, S2352340923003049'),
    'Chilli': ('CC BY 4.0', 'Chilli leaves, Mendeley Data tf9dtfz9m6'),
    'DeepWeeds': ('CC BY 4.0', 'Olsen et al. 2019, DeepWeeds, Scientific Reports, s41598-018-38343-3'),
    'DreamBooth': ('CC BY 4.0; some photos under the Unsplash licence', 'Ruiz et al. 2023, DreamBooth'),
    'nextcloud-screenshots': ('CC BY-SA 4.0', 'Nextcloud contributors'),
    'tuxpaint-stamps': ('GPL-2+; objects pasted on scenes of the other sources', 'Tux Paint contributors, tuxpaint-stamps'),
    'exif-samples': ('CC BY-SA 4.0', 'Contributors of exif-samples'),
    'imagenet-sample-images': ('not stated (ImageNet: non-commercial research); measured on, not trained on', 'Russakovsky et al. 2015'),
}


def counted(rows: Iterable[dict[str, str]]) -> dict[str, int]:
    """Photos by source; a source of unknown licence is refused."""
    counts = Counter(row['source'] for row in rows)
    missing = set(counts) - set(SOURCES)
    if missing:
        raise SystemExit(f'sources.py says nothing about {sorted(missing)}')
    return dict(counts)


def sources_of(counts: dict[str, int]) -> list[dict]:
    """The sources behind a training set: name, licence, photos, attribution."""
    return [
        {'name': name, 'licence': SOURCES[name][0], 'photos': counts[name], 'attribution': SOURCES[name][1]}
        for name in sorted(counts)
    ]
