import { type DiseaseCard, line, localize } from '../disease-card.ts'
import {
  askAnExpert,
  checkEveryWeek,
  inspectTwentyPlants,
  lowWhenRipe,
  noCheckedSprayAdvice,
  photographThreeLeaves,
  photosOnlyDescription,
  reviewedOn,
  tellNeighbours,
} from './shared.ts'

export const riceBlast: DiseaseCard = {
  id: 'rice-blast',
  crop: 'rice',
  productClass: 'other_disease',
  diseases: ['blast', 'leaf_blast', 'leaf_blust'],
  title: localize('Rice blast', 'Blasti ya mpunga', 'Obulwadde bwa blast ku muceere'),
  latinName: 'Pyricularia oryzae',
  message: line(
    ['I1', 'I2'],
    'This is rice blast, a fungus that makes diamond-shaped spots on rice leaves and can empty the ears.',
    'Hii ni blasti ya mpunga, kuvu inayofanya madoa yenye umbo la almasi kwenye majani na yaweza kuacha masuke matupu.',
    'Buno bulwadde bwa blast, fangasi aleeta amabala agasongovu eruuyi n’eruuyi ku bikoola by’omuceere era ayinza okuleka ebirimba nga bikalu.',
  ),
  explanation: line(
    ['I2', 'I3', 'I4'],
    'It comes with drizzle and dew, cool nights, dry soil, dense sowing, and above all with much nitrogen given at once. Bad fields lose more than half.',
    'Huja na manyunyu na umande, usiku wa baridi, udongo mkavu, upandaji uliosongamana, na zaidi naitrojeni nyingi iliyowekwa mara moja. Mashamba mabaya hupoteza zaidi ya nusu.',
    'Bujja n’olufuufugge n’omusulo, ebiro ebinnyogovu, ettaka ekkalu, okusiga okukwatagana, n’okusinga byonna nayitulojeni omungi ateekeddwamu omulundi gumu. Ennimiro ezikoseddwa ennyo zifiirwa ekisukka mu kitundu.',
  ),
  urgency: {
    usual: 'medium',
    rules: [
      {
        level: 'high',
        when: localize(
          'From booting to heading',
          'Kuanzia mimba ya suke hadi suke kutoka',
          'Okuva ng’ekirimba kizimba okutuuka nga kivaayo',
        ),
        sources: ['I1', 'I2'],
      },
      {
        level: 'high',
        when: localize(
          'At tillering, when leaf blast is spreading',
          'Wakati wa kuchipua machipukizi, blasti ya majani ikienea',
          'Ng’omuceere guleeta amatabi, blast ow’ebikoola bw’aba asaasaana',
        ),
        sources: ['I2'],
      },
      {
        level: 'medium',
        when: localize(
          'At tillering, when only few leaves have it',
          'Wakati wa kuchipua machipukizi, majani machache tu yakiwa nayo',
          'Ng’omuceere guleeta amatabi, ebikoola bitono byokka bwe biba nagwo',
        ),
        sources: ['KUTU'],
      },
      lowWhenRipe,
    ],
  },
  sections: {
    whatYouSee: [
      line(
        ['I1', 'I2', 'I3'],
        'Diamond or spindle spots, pointed at both ends, 5 to 15 mm, with gray-white centre and brown rim.',
        'Madoa ya almasi au pia, yenye ncha pande zote mbili, mm 5 hadi 15, katikati kijivu-cheupe na ukingo wa kahawia.',
        'Amabala agasongovu ku njuyi zombi, mm 5 okutuuka ku 15, wakati nga wa kivuuvu-kyeru ate omugo nga gwa kitaka.',
      ),
      line(
        ['I1', 'I2', 'I3'],
        'A black joint on the stem that snaps, or a black neck below an ear with empty grain.',
        'Kifundo cheusi cha shina kinachovunjika, au shingo nyeusi chini ya suke lenye punje tupu.',
        'Ennyingo y’ekikolo enzirugavu emenyeka, oba obulago obuddugavu wansi w’ekirimba ekirina empeke enkalu.',
      ),
    ],
    lookAlikes: [
      line(
        ['S1', 'S2'],
        'Brown spot: small ovals fairly even over the leaf, on a hungry or dry crop. Feeding helps brown spot but nitrogen feeds blast, so the difference matters.',
        'Madoa ya kahawia: yai dogo dogo sawasawa kwenye jani, kwenye zao lenye njaa au kavu. Mbolea husaidia madoa ya kahawia lakini naitrojeni hulisha blasti, hivyo tofauti ni muhimu.',
        'Amabala ga kitaka: obubala obutono obw’eggi obwenkanankana ku kikoola, ku kirime ekiyala oba ekikaze. Okuliisa kuyamba amabala ga kitaka naye nayitulojeni aliisa blast, kale enjawulo nkulu.',
      ),
    ],
    doToday: [
      line(
        ['I2', 'I7'],
        'Give no more urea or CAN.',
        'Usiweke tena urea wala CAN.',
        'Toddamu kuteekamu urea wadde CAN.',
      ),
      line(
        ['I2', 'I7'],
        'Can the field be flooded? Bring water in and keep it there.',
        'Shamba laweza kujazwa maji? Ingiza maji na uyaweke humo.',
        'Ennimiro esobola okujjuzibwa amazzi? Gayingize era ogakuumire omwo.',
      ),
      line(
        ['I2', 'I7'],
        'Do not walk through wet rice.',
        'Usitembee ndani ya mpunga uliolowa.',
        'Totambulira mu muceere mubisi.',
      ),
    ],
    restOfSeason: [checkEveryWeek, tellNeighbours],
    nextSeason: [
      line(
        ['I2', 'I3', 'I8'],
        'Plant clean seed of a resistant improved variety, early with the rains, 20 by 20 cm apart.',
        'Panda mbegu safi za aina bora stahimilivu, mapema mvua zinapoanza, nafasi ya sm 20 kwa 20.',
        'Simba ensigo ennungi ez’ekika ekirongooseddwa ekigumira obulwadde, nga bukyali ng’enkuba yaakatandika, amabanga ga sm 20 ku 20.',
      ),
      line(
        ['I2', 'I3', 'I8'],
        'Give nitrogen in small shares, not all at once. Remove straw and stubble.',
        'Weka naitrojeni kidogo kidogo, si yote mara moja. Ondoa majani makavu na mabua.',
        'Teekamu nayitulojeni mu bitundu bitono, si yenna omulundi gumu. Ggyawo essubi n’ebikonge.',
      ),
      line(
        ['I2', 'I3'],
        'Where the soil is poor in silicon, rice-husk ash can help.',
        'Pale udongo unapokosa silikoni, majivu ya maganda ya mpunga yanaweza kusaidia.',
        'Ettaka bwe liba teririna silikoni amala, evvu ly’ebisusunku by’omuceere liyinza okuyamba.',
      ),
    ],
    sprayOnlyIf: [
      line(
        ['I1', 'I2'],
        'Leaf blast is spreading. The time that counts is early heading, and again some days later.',
        'Blasti ya majani inaenea. Wakati muhimu ni masuke yanapoanza kutoka, na tena siku chache baadaye.',
        'Blast ow’ebikoola asaasaana. Ekiseera ekikulu ng’ebirimba byakatandika okuvaayo, ne nate nga wayise ennaku ntono.',
      ),
    ],
  },
  mayNeedSpray: true,
  lookAlikeIds: ['rice-brown-spot', 'rice-bacterial-leaf-blight'],
  reviewedOn,
}

export const riceBrownSpot: DiseaseCard = {
  id: 'rice-brown-spot',
  crop: 'rice',
  productClass: 'other_disease',
  diseases: ['brown_spot'],
  title: localize('Brown spot of rice', 'Madoa ya kahawia ya mpunga', 'Amabala ga kitaka ku muceere'),
  latinName: 'Bipolaris oryzae',
  message: line(
    ['S1', 'S2'],
    'This is brown spot, a fungus of rice that is hungry or dry.',
    'Haya ni madoa ya kahawia, kuvu ya mpunga wenye njaa au ukavu.',
    'Gano mabala ga kitaka, fangasi akwata omuceere oguyala oba ogukaze.',
  ),
  explanation: line(
    ['S1', 'S2', 'S4', 'S5'],
    'It comes where the soil lacks food or is sour, water is short or drains badly, and in infected seed. In Asia it takes about 7 percent on average and up to half in bad fields.',
    'Huja pale udongo unapokosa rutuba au una asidi, maji ni machache au hayatoki vizuri, na kwa mbegu zenye ugonjwa. Asia huchukua takriban asilimia 7 kwa wastani na hadi nusu katika mashamba mabaya.',
    'Bujja ng’ettaka teririna bugimu oba nga kkaatuufu, amazzi matono oba tegafuluma bulungi, ne mu nsigo endwadde. Mu Asiya butwala nga bitundu 7 ku kikumi, n’okutuuka ku kitundu mu nnimiro ezikoseddwa ennyo.',
  ),
  urgency: {
    usual: 'low',
    rules: [
      {
        level: 'medium',
        when: localize(
          'From tillering to grain filling',
          'Kuanzia machipukizi hadi punje kujaa',
          'Okuva ng’omuceere guleeta amatabi okutuuka ng’empeke zijjula',
        ),
        sources: ['KUTU'],
      },
    ],
  },
  sections: {
    whatYouSee: [
      line(
        ['S1', 'S2', 'S3'],
        'Small oval or round brown spots, 1 to 14 mm, fairly even over the leaf. Older ones have a gray centre and a red-brown rim.',
        'Madoa madogo ya yai au duara ya kahawia, mm 1 hadi 14, yaliyosambaa sawasawa kwenye jani. Ya zamani yana katikati ya kijivu na ukingo wa kahawia-nyekundu.',
        'Amabala amatono ag’eggi oba ameekulungirivu aga kitaka, mm 1 okutuuka ku 14, ageenkanankana ku kikoola. Amakadde gaba ga kivuuvu wakati n’omugo gwa kitaka-kimyufu.',
      ),
      line(
        ['S1', 'S2', 'S3'],
        'Spotted husks. Seedlings stay small or die.',
        'Maganda yenye madoa. Miche hudumaa au hufa.',
        'Ebisusunku biriko amabala. Endokwa zisigala nto oba zifa.',
      ),
    ],
    lookAlikes: [
      line(
        ['I1', 'I2'],
        'Blast: spots pointed at both ends that spread after nitrogen.',
        'Blasti: madoa yenye ncha pande zote mbili yanayoenea baada ya naitrojeni.',
        'Blast: amabala agasongovu ku njuyi zombi agasaasaana oluvannyuma lwa nayitulojeni.',
      ),
    ],
    doToday: [
      line(
        ['S1', 'S2', 'I2'],
        'Look at the shape of the spots. Make sure it is not blast.',
        'Angalia umbo la madoa. Hakikisha si blasti.',
        'Tunuulira enkula y’amabala. Kakasa nti si blast.',
      ),
      line(
        ['S1', 'S5'],
        'If the field is dry, give it water.',
        'Kama shamba ni kavu, lipe maji.',
        'Ennimiro bw’eba nkalu, giwe amazzi.',
      ),
      line(
        ['S1', 'S5'],
        'Have the soil checked. Then give potassium, and nitrogen little by little.',
        'Udongo upimwe. Kisha weka potasiamu, na naitrojeni kidogo kidogo.',
        'Ettaka lipimibwe. Oluvannyuma teekamu potasiyamu, ne nayitulojeni mpola mpola.',
      ),
    ],
    restOfSeason: [checkEveryWeek],
    nextSeason: [
      line(
        ['S3', 'S5'],
        'Use clean seed of a tolerant variety. Hot water of 53 to 54 degrees for 10 to 12 minutes before sowing cleans seed.',
        'Tumia mbegu safi za aina inayostahimili. Maji ya moto ya nyuzi 53 hadi 54 kwa dakika 10 hadi 12 kabla ya kupanda husafisha mbegu.',
        'Kozesa ensigo ennungi ez’ekika ekigumira obulwadde. Amazzi agookya aga ddiguli 53 okutuuka ku 54 okumala eddakiika 10 okutuuka ku 12 nga tonnasiga gatukuza ensigo.',
      ),
      line(
        ['S3', 'S5'],
        'Lime helps on sour soil, and silicon where it is short.',
        'Chokaa husaidia kwenye udongo wenye asidi, na silikoni pale inapokosekana.',
        'Ennoni eyamba ku ttaka ekkaatuufu, ne silikoni w’abulira.',
      ),
    ],
    sprayOnlyIf: [
      line(
        ['S1', 'S5'],
        'Rarely: feeding the crop pays first.',
        'Mara chache: kulisha zao hulipa kwanza.',
        'Lumu na lumu: okuliisa ekirime kye kisooka okugasa.',
      ),
    ],
  },
  mayNeedSpray: false,
  lookAlikeIds: ['rice-blast', 'rice-bacterial-leaf-blight'],
  reviewedOn,
}

export const riceBacterialLeafBlight: DiseaseCard = {
  id: 'rice-bacterial-leaf-blight',
  crop: 'rice',
  productClass: 'other_disease',
  diseases: ['bacterial_leaf_blight'],
  title: localize(
    'Bacterial leaf blight of rice',
    'Mnyauko wa majani ya mpunga wa bakteria',
    'Obulwadde bwa bakitiiriya ku bikoola by’omuceere',
  ),
  latinName: null,
  message: line(
    ['KUTU'],
    'This looks like bacterial leaf blight of rice, which bacteria cause and not a fungus.',
    'Hii inaonekana kama mnyauko wa majani ya mpunga, unaosababishwa na bakteria, si kuvu.',
    'Kino kifaanana ng’obulwadde bw’ebikoola by’omuceere obuleetebwa bakitiiriya, so si fangasi.',
  ),
  explanation: line(
    ['KUTU'],
    'We hold few checked facts on it yet, so let an expert confirm it before you treat anything.',
    'Bado tuna ukweli mchache uliothibitishwa kuuhusu, hivyo mtaalamu authibitishe kabla hujatibu chochote.',
    'Tukyalina bitono ebikakasiddwa ku bwo, kale omukugu asooke abukakase nga tonnajjanjaba kintu kyonna.',
  ),
  urgency: { usual: 'medium', rules: [lowWhenRipe] },
  sections: {
    whatYouSee: [photosOnlyDescription],
    lookAlikes: [
      line(
        ['I1', 'I2'],
        'Blast: spots pointed at both ends with a gray-white centre and brown rim.',
        'Blasti: madoa yenye ncha pande zote mbili, katikati kijivu-cheupe na ukingo wa kahawia.',
        'Blast: amabala agasongovu ku njuyi zombi, wakati nga wa kivuuvu-kyeru n’omugo gwa kitaka.',
      ),
      line(
        ['S1', 'S2'],
        'Brown spot: small oval or round brown spots, fairly even over the leaf.',
        'Madoa ya kahawia: madoa madogo ya yai au duara ya kahawia, sawasawa kwenye jani.',
        'Amabala ga kitaka: obubala obutono obw’eggi oba obwekulungirivu obwa kitaka, obwenkanankana ku kikoola.',
      ),
    ],
    doToday: [inspectTwentyPlants, photographThreeLeaves, askAnExpert],
    restOfSeason: [checkEveryWeek],
    nextSeason: [
      line(
        ['KUTU'],
        'Before you sow, ask the extension officer for seed and a variety proven near you.',
        'Kabla ya kupanda, muulize afisa ugani kuhusu mbegu na aina iliyothibitika karibu nawe.',
        'Nga tonnasiga, buuza omulimisa ku nsigo n’ekika ekyekakasizza okumpi naawe.',
      ),
    ],
    sprayOnlyIf: [noCheckedSprayAdvice],
  },
  mayNeedSpray: false,
  lookAlikeIds: ['rice-blast', 'rice-brown-spot'],
  reviewedOn,
}

export const riceCards: DiseaseCard[] = [riceBlast, riceBrownSpot, riceBacterialLeafBlight]
