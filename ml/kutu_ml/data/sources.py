"""Sources of the photos: the license as each source states it, and the attribution."""

from collections import Counter
from collections.abc import Iterable

# Name: (license as stated, whom to name).
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
    # Debian packages of section main, for the command `scenes`; each package's copyright file names every author.
    '0ad-data': ('CC BY-SA 3.0 (pictures)', 'Wildfire Games and contributors of 0 A.D.'),
    'brainparty-data': ('GPL-3+, CC BY-SA 3.0', 'Paul Hudson, Brain Party'),
    'colobot-common-textures': ('GPL-3+', 'EPSITEC SA, TerranovaTeam, contributors of Colobot'),
    'debian-handbook': ('GPL-2+ or CC BY-SA 3.0', 'Hertzog and Mas, The Debian Administrator\'s Handbook'),
    'extremetuxracer-data': ('GPL-2+', 'Contributors of Extreme Tux Racer'),
    'gcompris-qt-data': ('GPL-3+; photos CC BY, CC BY-SA, GFDL without invariant sections or public domain, each as stated', 'Contributors of GCompris and the photographers it names'),
    'gimp-help-en': ('GFDL-1.2+ without invariant sections', 'The GIMP Documentation Team'),
    'gnome-backgrounds': ('CC BY-SA 3.0 and 2.0, CC BY 2.0, GPL-2+, each as stated', 'Jakub Steiner and contributors of gnome-backgrounds'),
    'hedgewars-data': ('GPL-2', 'Hedgewars Project'),
    'kstars-data': ('GPL-2+; manual GFDL-1.2+ without invariant sections', 'Contributors of KStars'),
    'lomiri-wallpapers-16.04': ('CC BY-SA 4.0, CC BY-SA 3.0, CC BY 4.0 or CC0, each as stated', 'Photographers named by lomiri-wallpapers'),
    'lomiri-wallpapers-20.04': ('CC BY-SA 4.0, CC BY-SA 3.0, CC BY 4.0 or CC0, each as stated', 'Photographers named by lomiri-wallpapers'),
    'marble-data': ('LGPL-2.1+; manual GFDL-1.2', 'Contributors of Marble'),
    'mate-backgrounds': ('GPL-2+, CC BY-SA 4.0', 'Contributors of MATE Backgrounds'),
    'neverball-data': ('GPL-2+', 'Robert Kooima and contributors of Neverball'),
    'openarena-081-textures': ('GPL-2+', 'Contributors of OpenArena'),
    'openarena-088-data': ('GPL-2+', 'Contributors of OpenArena'),
    'openclipart-png': ('public domain', 'Contributors of the Open Clip Art Library'),
    'palapeli-data': ('GPL-2+, CC0', 'Contributors of Palapeli'),
    'plasma-workspace-wallpapers': ('GPL-2+', 'KDE Visual Design Group'),
    'redeclipse-data': ('CC BY-SA 3.0, CC BY 3.0, zlib, CC0, each as stated', 'Red Eclipse Team and the artists it names'),
    'stellarium-data': ('GPL-2+', 'Fabien Chereau and contributors of Stellarium'),
    'supertuxkart-data': ('CC BY-SA, CC BY, CC0, GPL or public domain, each as stated', 'SuperTuxKart Team and the artists it names'),
    'sweethome3d-furniture': ('CC BY 3.0, CC0', 'Kator and Legaz, Reallusion, Scopia, BlendSwap contributors, eTeks'),
    'torcs-data': ('GPL-2+', 'Eric Espie, Bernhard Wymann and contributors of TORCS'),
    'trigger-rally-data': ('GPL-2+, CC BY-SA 3.0, CC BY 3.0, CC0', 'Jasmine and Richard Langridge, contributors of Trigger Rally'),
    'ufoai-textures': ('GPL-2+, CC BY-SA 3.0, CC BY 3.0, public domain', 'The UFO:AI Team'),
    'ukui-wallpapers': ('CC BY-SA 3.0', 'Ubuntu Kylin community contributors'),
    'warzone2100-data': ('GPL-2+, CC BY-SA 3.0, CC0', 'Eidos Interactive, Warzone 2100 Project'),
    'wesnoth-1.16-data': ('GPL-2+', 'David White and contributors of The Battle for Wesnoth'),
    'widelands-data': ('GPL-2+', 'Widelands Development Team'),
    'scenes-pasted': ('as the packages above; objects pasted on scenes of the other sources', 'Authors of the packages above'),
    'scenes-tinted': ('as the packages above; recoloured', 'Authors of the packages above'),
    'scenes-spoilt': ('as the packages above; made unrecognisable', 'Authors of the packages above'),
    'scenes-drawn': ('drawn by formula for this project', 'Kutu'),
    'scenes-pages': ('drawn by formula for this project, in the fonts DejaVu', 'Kutu'),
    'exif-samples': ('CC BY-SA 4.0', 'Contributors of exif-samples'),
    'imagenet-sample-images': ('not stated (ImageNet: non-commercial research); measured on, not trained on', 'Russakovsky et al. 2015'),
}


def count_by_source(rows: Iterable[dict]) -> dict[str, int]:
    """Counts the photos of each source. Raises SystemExit for a source whose license is not listed here."""
    counts = Counter(row['source'] for row in rows)
    missing = set(counts) - set(SOURCES)
    if missing:
        raise SystemExit(f'sources.py does not list {sorted(missing)}')
    return dict(counts)


def attributions(counts: dict[str, int]) -> list[dict]:
    """Returns the card's entry of each source in a training set: name, licence, photos, attribution."""
    return [
        {'name': name, 'licence': SOURCES[name][0], 'photos': counts[name], 'attribution': SOURCES[name][1]}
        for name in sorted(counts)
    ]
