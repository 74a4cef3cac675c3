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
    'This is rice blast, a fungus. It makes diamond-shaped spots on leaves and can empty the ears.',
    'Hii ni blasti ya mpunga, aina ya kuvu. Hufanya madoa ya almasi kwenye majani na yaweza kuacha masuke matupu.',
    'Buno bulwadde bwa blast, obwa fangasi. Buleeta amabala agasongovu ku bikoola era buyinza okuleka ebirimba nga bikalu.',
  ),
  explanation: line(
    ['I2', 'I3', 'I4'],
    'It comes with drizzle and dew, cool nights and dry soil. Dense sowing, and above all much nitrogen at once, help it. Bad fields lose more than half.',
    'Huja na manyunyu na umande, usiku wa baridi na udongo mkavu. Upandaji uliosongamana, na zaidi naitrojeni nyingi mara moja, huisaidia. Mashamba mabaya hupoteza zaidi ya nusu.',
    'Bujja n’olufuufugge n’omusulo, ebiro ebinnyogovu n’ettaka ekkalu. Okusiga okukwatagana, n’okusinga nayitulojeni omungi omulundi gumu, bye bibuyamba. Ennimiro ezikoseddwa ennyo zifiirwa ekisukka mu kitundu.',
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
        'Diamond or spindle spots, pointed at both ends, 5 to 15 mm. They have a gray-white centre and a brown rim.',
        'Madoa ya almasi yenye ncha pande mbili, mm 5 hadi 15. Katikati ni kijivu-cheupe, ukingo ni kahawia.',
        'Amabala agasongovu ku njuyi zombi, mm 5 okutuuka ku 15. Wakati waago wa kivuuvu-kyeru, omugo gwa kitaka.',
      ),
      line(
        ['I1', 'I2', 'I3'],
        'A black joint on the stem that snaps. Or a black neck below an ear with empty grain.',
        'Kifundo cheusi cha shina kinachovunjika. Au shingo nyeusi chini ya suke lenye punje tupu.',
        'Ennyingo y’ekikolo enzirugavu emenyeka. Oba obulago obuddugavu wansi w’ekirimba ekirina empeke enkalu.',
      ),
    ],
    lookAlikes: [
      line(
        ['S1', 'S2'],
        'Brown spot: small ovals spread evenly, on a hungry or dry crop. Food helps a crop with brown spot, but nitrogen feeds blast. So the difference matters.',
        'Madoa ya kahawia: yai dogo dogo sawasawa kwenye jani. Zao lina njaa au ni kavu. Mbolea husaidia zao lenye madoa ya kahawia, lakini naitrojeni hulisha blasti. Hivyo tofauti ni muhimu.',
        'Amabala ga kitaka: obubala obutono obw’eggi obwenkanankana ku kirime ekiyala oba ekikaze. Okuliisa kuyamba ekirime ekirina amabala ga kitaka, naye nayitulojeni aliisa blast. Kale enjawulo nkulu.',
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
        'Plant clean seed of a resistant improved variety, early with the rains. Leave 20 by 20 cm between plants.',
        'Panda mbegu safi za aina bora stahimilivu, mapema mvua zinapoanza. Acha nafasi ya sm 20 kwa 20.',
        'Simba ensigo ennungi ez’ekika ekirongooseddwa ekigumira obulwadde. Simba ng’enkuba yaakatandika, amabanga ga sm 20 ku 20.',
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
    'This is brown spot, a fungus of hungry or dry rice.',
    'Haya ni madoa ya kahawia, kuvu ya mpunga wenye njaa au ukavu.',
    'Gano mabala ga kitaka, fangasi akwata omuceere oguyala oba ogukaze.',
  ),
  explanation: line(
    ['S1', 'S2', 'S4', 'S5'],
    'It comes where the soil lacks food or is sour. Too little water, bad drainage and infected seed bring it too. In Asia it takes about 7 percent on average. Bad fields lose up to half.',
    'Huja pale udongo unapokosa rutuba au una asidi. Maji machache, maji yasiyotoka vizuri na mbegu zenye ugonjwa huileta pia. Asia huchukua takriban asilimia 7 kwa wastani. Mashamba mabaya hupoteza hadi nusu.',
    'Bujja ng’ettaka teririna bugimu oba nga kkaatuufu. Amazzi amatono, agatafuluma bulungi n’ensigo endwadde nabyo bibuleeta. Mu Asiya butwala nga bitundu 7 ku kikumi. Ennimiro ezikoseddwa ennyo zifiirwa okutuuka ku kitundu.',
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
        'Small oval or round brown spots, 1 to 14 mm, spread evenly. Older ones have a gray centre and a red-brown rim.',
        'Madoa madogo ya yai au duara ya kahawia, mm 1 hadi 14. Yamesambaa sawasawa kwenye jani. Ya zamani yana katikati ya kijivu na ukingo wa kahawia-nyekundu.',
        'Amabala amatono ag’eggi oba ameekulungirivu aga kitaka, mm 1 okutuuka ku 14. Geenkanankana ku kikoola. Amakadde gaba ga kivuuvu wakati n’omugo gwa kitaka-kimyufu.',
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
        'Use clean seed of a tolerant variety. Hot water before sowing cleans seed. Keep it at 53 to 54 degrees for 10 to 12 minutes.',
        'Tumia mbegu safi za aina inayostahimili. Maji ya moto kabla ya kupanda husafisha mbegu. Yawe nyuzi 53 hadi 54, kwa dakika 10 hadi 12.',
        'Kozesa ensigo ennungi ez’ekika ekigumira obulwadde. Amazzi agookya nga tonnasiga gatukuza ensigo. Gabeere ga ddiguli 53 okutuuka ku 54, eddakiika 10 okutuuka ku 12.',
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
    'This looks like bacterial leaf blight of rice. Bacteria cause it, not a fungus.',
    'Hii inaonekana kama mnyauko wa majani ya mpunga. Husababishwa na bakteria, si kuvu.',
    'Kino kifaanana ng’obulwadde bw’ebikoola by’omuceere. Buleetebwa bakitiiriya, so si fangasi.',
  ),
  explanation: line(
    ['KUTU'],
    'We hold few checked facts on it yet. Let an expert confirm it before you treat anything.',
    'Bado tuna ukweli mchache uliothibitishwa kuuhusu. Mtaalamu authibitishe kabla hujatibu chochote.',
    'Tukyalina bitono ebikakasiddwa ku bwo. Omukugu asooke abukakase nga tonnajjanjaba kintu kyonna.',
  ),
  urgency: { usual: 'medium', rules: [lowWhenRipe] },
  sections: {
    whatYouSee: [photosOnlyDescription],
    lookAlikes: [
      line(
        ['I1', 'I2'],
        'Blast: spots pointed at both ends, gray-white centre and brown rim.',
        'Blasti: madoa yenye ncha pande mbili, katikati kijivu-cheupe na ukingo wa kahawia.',
        'Blast: amabala agasongovu ku njuyi zombi, wakati wa kivuuvu-kyeru n’omugo gwa kitaka.',
      ),
      line(
        ['S1', 'S2'],
        'Brown spot: small oval or round brown spots, even over the leaf.',
        'Madoa ya kahawia: madogo, ya yai au duara, sawasawa kwenye jani.',
        'Amabala ga kitaka: obubala obutono obw’eggi oba obwekulungirivu, obwenkanankana ku kikoola.',
      ),
    ],
    doToday: [inspectTwentyPlants, photographThreeLeaves, askAnExpert],
    restOfSeason: [checkEveryWeek],
    nextSeason: [
      line(
        ['KUTU'],
        'Ask the extension officer for seed and a variety proven near you.',
        'Muulize afisa ugani kuhusu mbegu na aina iliyothibitika karibu nawe.',
        'Buuza omulimisa ku nsigo n’ekika ekyekakasizza okumpi naawe.',
      ),
    ],
    sprayOnlyIf: [noCheckedSprayAdvice],
  },
  mayNeedSpray: false,
  lookAlikeIds: ['rice-blast', 'rice-brown-spot'],
  reviewedOn,
}

export const riceCards: DiseaseCard[] = [riceBlast, riceBrownSpot, riceBacterialLeafBlight]
