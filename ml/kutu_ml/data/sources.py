"""Sources of the photos: the license as each source states it, and the attribution."""

from collections import Counter
from collections.abc import Iterable

# Name: (license as stated, whom to name).
SOURCES = {
    'PlantVillage': (
        'CC BY 4.0 (the copy used); none stated upstream',
        'Hughes and Salathe 2015, arXiv:1511.08060; Mohanty, Hughes and Salathe 2016, doi 10.3389/fpls.2016.01419',
    ),
    'PlantVillage-background': (
        'CC BY 4.0 (the copy used)',
        'Background class of the augmented PlantVillage release; Hughes and Salathe 2015',
    ),
    'PlantDoc': (
        'CC BY 4.0 upstream, CC0 1.0 in the copy used; collected from the web',
        'Singh et al. 2020, PlantDoc, doi 10.1145/3371158.3371196',
    ),
    'iBean': ('MIT', 'Makerere AI Lab and NaCRRI, 2020, ibean'),
    'CGIAR-ICLR2020-wheat': (
        'not stated',
        'CGIAR, CIMMYT and partners, ICLR 2020 workshop on computer vision for agriculture',
    ),
    'RiceDiseases-PH': ('not stated', 'aldrin233 and thesis mates, 2019, RiceDiseases-DataSet'),
    'rice-background-removed': ('not stated', 'hamad290, 2024, Rice-leaf-Deases-classification'),
    'rice-crops-nukhu': ('not stated', 'NukhuGama, 2023, Rice-Leaf-Disease-Classification-Using-LBP-and-SVM'),
    'Blackgram': ('CC BY 4.0', 'Blackgram plant leaf disease, Mendeley Data zfcv9fmrgv'),
    'CCMT-maize': (
        'none stated in the copy used; the paper says freely available for the research community',
        'CCMT: Dataset for crop pest and disease detection, Data in Brief 2023, PMC10285554',
    ),
    'Groundnut': (
        'none stated in the copy used',
        'Groundnut leaves, Mendeley Data 22p2vcbxfk, Data in Brief 2023, S2352340923003049',
    ),
    'Chilli': ('CC BY 4.0', 'Chilli leaves, Mendeley Data tf9dtfz9m6'),
    'DeepWeeds': ('CC BY 4.0', 'Olsen et al. 2019, DeepWeeds, Scientific Reports, s41598-018-38343-3'),
    'DreamBooth': ('CC BY 4.0; some photos under the Unsplash licence', 'Ruiz et al. 2023, DreamBooth'),
    'nextcloud-screenshots': ('CC BY-SA 4.0', 'Nextcloud contributors'),
    # Photos of further places, collected from public GitHub repositories.
    'Afrida-guide': ('not stated', 'GitHub, Afrida-Rahman/Simple-web-projects @ cf6bd77'),
    'Benson-coffee': ('not stated', 'GitHub, Benson-mu/coffee-disease-detector @ 3226eab'),
    'Ciaffoni-septoria': (
        'not stated',
        'GitHub, MassimoCiaffoni/Algoritmo-di-deep-learning-per-il-riconoscimento-della-septoria @ faa0cbf',
    ),
    'DahonMD-banana': ('not stated', 'GitHub, Feliciety02/Banana-Leaf-Disease-Scanner @ 4e70d35'),
    'Dekaver-app': ('not stated', 'GitHub, Dekaver/paddy_disease_detection @ 061990a'),
    'EWS-wheat': (
        'CC BY-SA 4.0 (README)',
        'Roth et al. 2022, Eschikon Wheat Segmentation, Frontiers in Plant Science; GitHub, supervisely-ecosystem/EWS-Dataset-training-data @ aa94606',
    ),
    'GWHD-samples': ('GPL', 'Global Wheat Head Detection; GitHub, tanmaypandey7/wheat-detection @ 750ce21'),
    'GWHD-vbookshelf': (
        'code MIT; Global Wheat photos CC BY 4.0 (README)',
        'Global Wheat Head Detection; GitHub, vbookshelf/Wheat-Head-Auto-Counter @ d97f63c',
    ),
    'Houses': ('not stated', 'Ahmed and Moustafa 2016, Houses dataset; GitHub, emanhamed/Houses-dataset @ 5e14821'),
    'LED-tomato': ('CC BY 4.0', 'GitHub, ai-agriculture-circuits-and-systems/tomato_plant @ 8d761b0'),
    'Mhmd77-wheat': ('not stated', 'GitHub, Mhmd77/WheatDisease @ 4b7961f'),
    'RadheTians-rice': ('MIT License', 'GitHub, RadheTians/Rice-Crop-Insects-and-Weed-Dataset @ 1921173'),
    'Roshita-sugarcane': ('not stated', 'GitHub, RoshitaB/Sugarcane-Leaf-Disease-Detection @ eea24a7'),
    'Stephen-rice': ('not stated', 'GitHub, Stephen100Mwangi/CROP_DISEASES @ b781411'),
    'Uganda-beans': ('MIT License', 'GitHub, MartinRajniak/Bean-Disease-Classification @ 35bb9ff'),
    'asrdnet-soybean': ('MIT (README)', 'Embrapa; GitHub, Prograf-UFF/asrdnet_dataset @ 1c86885'),
    'bobi404-wheat': ('not stated', 'GitHub, bobi404/wheat-ai @ ed41268'),
    'chilli-weeds': ('CC BY 4.0 (README); GPL file', 'GitHub, sbhaktavatsala/chilli-weed-dataset @ d70a386'),
    'crack-platoon-rice': ('not stated', 'GitHub, crack-platoon/Paddy-disease-recognition-System @ 3505856'),
    'dellg16-app': ('not stated', 'GitHub, dellg16/Agricultural_crop_disease @ 733791f'),
    'dnth-rice': ('not stated', 'GitHub, dnth/paddy_disease_detection @ 9764dee'),
    'imagen-sample': ('not stated', 'Russakovsky et al. 2015, ImageNet samples; GitHub, ajschumacher/imagen @ 2e87189'),
    'intecomd-rice': ('not stated', 'GitHub, intecomd/CS230-Rice-Disease-Recognition @ 2ab4785'),
    'intel-scenes': ('not stated', 'GitHub, Batonicarla/intel-image-classification @ 4a841c1'),
    'itsmayurmore-soybean': ('not stated', 'GitHub, itsmayurmore/Soyabean-Disease-Detection @ fa3105e'),
    'jordan1204-faw': ('not stated', 'GitHub, jordan1204/fall_armyworm @ 6ff6bf7'),
    'lameishu-rice': (
        'LICENSE file (code); photos not stated',
        'GitHub, lameishu4-lang/rice-seedling-phenotype-quantifier @ 218f150',
    ),
    'mjOmandam-rice': ('not stated', 'GitHub, mjOmandam07/Rice-Disease-Identification-App @ 361a804'),
    'obaidhsn-wheat': ('MIT License', 'GitHub, obaidhsn/wheat_leaf_disease_detection @ 7e192e6'),
    'ramie': ('not stated', 'GitHub, BarsatKhadka/Precision-Agriculture-monoRepo @ 63c9d46'),
    'small-cassava-banana': (
        'not stated',
        'GitHub, dackerwebber/final_cassava-leaf-classification-Cnn @ 8fff923, xtnctx/Banana-Leaf-Disease-Classifier @ 371e718',
    ),
    'small-maize': (
        'not stated; MIT (README, for the code)',
        'GitHub, makwasi1/maize_mineral_deficiency_detector @ c9329d6, SvenMeiLing/corn_doctor @ 7f142d3, AsiimirePraise/CROP_DISEASE_DETECTION_PROJECT @ 4456b94, adolffaustine/Maize-leaf-spot-disease-prediction @ 8c7ff0b',
    ),
    'snakes-dogs-cats': ('MIT License', 'GitHub, AlvaroVasquezAI/Animal_Image_Classification @ 79c0969'),
    'soil-web': (
        'not stated; MIT License',
        'GitHub, adityajai25/soil-type-classification @ 52556c2, EricEchemane/Soil-type-classifier-using-convolutional-neural-network @ c3da9d4',
    ),
    'tannu24-wheat': ('not stated', 'GitHub, tannu24/wheat-plant @ ecddf81'),
    'umamarasingha-maize': (
        'MIT (README, for the code); web photos',
        'GitHub, umamarasingha/Corn_leaf_Disease_Detection_New @ 730197e',
    ),
    'whoamikenken-rice': ('not stated', 'GitHub, whoamikenken/Rice-Disease @ ea8c6b5'),
    'DigitalFarm-scenes': ('not stated', 'GitHub, CollinsKamauMbugua/DigitalFarm-Kenya @ 8840599'),
    'Mejia-bean-wilt': ('not stated', 'GitHub, SebastianMejia1203/AnalisisAfeccionFrijol @ 0014447'),
    'Pranav-multi': ('not stated', 'GitHub, PranavPatidar28/Crop-Disease-detection-and-map @ f51b1b3'),
    'datduyng-wheat': ('not stated', 'GitHub, datduyng/crop-weed-discrimination @ 5e9d3d7'),
    'leonardo-grains': ('not stated', 'GitHub, leonardoandresgaray/wheat-detector-yolov5 @ bd4245f'),
    'zakyfawwaz-maize': ('not stated', 'GitHub, zakyfawwaz/Penyakit-Daun-Jagung @ 7ecb1b2'),
    'yangxh-wheat-ears': ('not stated', 'GitHub, yangxh1081/Identification-of-wheat-ear-diseases @ 38f69a7'),
    'exif-samples': ('CC BY-SA 4.0', 'Contributors of exif-samples'),
    'imagenet-sample-images': (
        'not stated (ImageNet: non-commercial research); measured on, not trained on',
        'Russakovsky et al. 2015',
    ),
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
