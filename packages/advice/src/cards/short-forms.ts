import { type DiseaseCard, getConfirmedLines, type Localized, localize } from '../disease-card.ts'
import { askAnExpert, inspectTwentyPlants, photographThreeLeaves, tellNeighbours } from './shared.ts'

/** The part of a card that a text message has room for: the steps of the section "do today" and what to look for, in a few words. */
export interface ShortForm {
  /** Where the title of the card is long. */
  title?: Localized
  /** One for each of the first three confirmed lines of `doToday`, in the same order, with nothing that they do not say. */
  steps: readonly Localized[]
  /** From the confirmed lines of the card. */
  signs: Localized
}

const seeHowHigh = localize(
  'On 20 plants, see how far up the spots climbed.',
  'Kwenye mimea 20, ona madoa yamepanda hadi wapi.',
  'Ku bimera 20, laba amabala we gatuuse waggulu.',
)
const confirmAndReport = localize(
  'Have an expert confirm it today, and tell the extension office.',
  'Mtaalamu aithibitishe leo, na uarifu ofisi ya ugani.',
  'Omukugu akikakase leero, era tegeeza ofiisi y’omulimisa.',
)

/** By the id of the card. Without steps where its own lines are short enough. */
const shortForms: Readonly<Record<string, Omit<ShortForm, 'steps'> & Partial<ShortForm>>> = {
  'maize-common-rust': {
    steps: [
      inspectTwentyPlants.text,
      localize(
        'Note the crop’s age, and spots at and above the cob. Photograph 3 more leaves.',
        'Andika umri wa zao, na vipele kwenye gunzi na juu. Piga picha za majani 3 zaidi.',
        'Wandiika obukulu bw’ekirime, amabala ku kikongoliro ne waggulu. Kuba ebifaananyi 3.',
      ),
      localize(
        'No tassels yet? Tell neighbours and the extension officer.',
        'Mbelewele bado? Waarifu majirani na afisa ugani.',
        'Kasooli tannasansula? Buulira baliraanwa n’omulimisa.',
      ),
    ],
    signs: localize(
      'powdery brown spots on both faces of the leaf',
      'vipele vya kahawia vyenye unga, pande zote za jani',
      'amabala ga kitaka ag’olufuufu ku njuyi zombi',
    ),
  },
  'maize-gray-leaf-spot': {
    steps: [
      localize(
        'On 20 plants, check leaves from the cob up.',
        'Kwenye mimea 20, kagua majani, gunzi kwenda juu.',
        'Ku bimera 20, kebera okuva ku kikongoliro waggulu.',
      ),
      localize(
        'Clean, and grain past soft dough? Only keep watching.',
        'Ni safi, nafaka imepita unga laini? Endelea kuangalia.',
        'Birungi, n’empeke zisusse okuba engonvu? Sigala okebera.',
      ),
      photographThreeLeaves.text,
    ],
    signs: localize(
      'long narrow gray strips between veins',
      'mistari mirefu ya kijivu kati ya mishipa',
      'bukuubo buwanvu bwa kivuuvu wakati w’emisuwa',
    ),
  },
  'maize-northern-leaf-blight': {
    title: localize(
      'Northern leaf blight of maize',
      'Mabaka ya kaskazini ya mahindi',
      'Amabaka ku kasooli (northern leaf blight)',
    ),
    steps: [seeHowHigh, photographThreeLeaves.text, tellNeighbours.text],
    signs: localize(
      'large cigar-shaped spots, 3 to 15 cm',
      'madoa makubwa ya umbo la sigara, sm 3 hadi 15',
      'amabala amanene nga sigala, sm 3 okutuuka ku 15',
    ),
  },
  'maize-leaf-blight': {
    title: localize('Leaf blight of maize', 'Mabaka ya majani ya mahindi', 'Obulwadde bw’amabaka ku kasooli'),
    steps: [seeHowHigh, photographThreeLeaves.text, askAnExpert.text],
    signs: localize(
      'large cigar-shaped or many small red-edged spots',
      'madoa ya sigara, au madogo mengi ya kingo nyekundu',
      'amabala nga sigala, oba amatono ag’omugo omumyufu',
    ),
  },
  'maize-streak-virus': {
    signs: localize(
      'broken white-yellow streaks along the leaf',
      'milia nyeupe-manjano iliyokatika kwenye jani',
      'bukuubo obweru-kyenvu obukutukakutuka',
    ),
  },
  'maize-fall-armyworm': {
    signs: localize(
      'the work of a caterpillar, no powder',
      'kazi ya viwavi, hakuna unga wa kufuta',
      'omulimu gw’akasaanyi, tewali lufuufu',
    ),
  },
  'maize-lethal-necrosis': {
    signs: localize(
      'mottled leaves, early drying, bad cobs',
      'majani yenye mabaka, kukauka mapema, magunzi mabaya',
      'ebikoola bya bitanga, okukala nga bukyali',
    ),
  },
  'beans-rust': {
    steps: [
      localize('Stay out of wet rows.', 'Usiingie mistari iliyolowa.', 'Toyingira mu nnyiriri nga mibisi.'),
      localize(
        'Look at 100 plants. Do about 5 leaves have 2 to 5 spots each?',
        'Angalia mimea 100. Je, majani 5 hivi yana vipele 2-5 kila moja?',
        'Kebera ebimera 100. Ebikoola nga 5 biriko obubala 2-5 buli kimu?',
      ),
      localize(
        '5 to 10 plants like that? Act now. Most have many spots? Too late to spray.',
        'Mimea 5-10 iko hivyo? Chukua hatua sasa. Mingi? Dawa imechelewa.',
        'Ebimera 5-10 bwe bityo? Baako ky’okola. Bungi? Eddagala likeereye.',
      ),
    ],
    signs: localize(
      'round red-brown powdery spots under the leaf',
      'vipele vya kahawia vyenye unga chini ya jani',
      'obubala obw’olufuufu obwa kitaka wansi w’ekikoola',
    ),
  },
  'beans-angular-leaf-spot': {
    title: localize('Angular leaf spot of beans', 'Madoa-pembe ya maharage', 'Amabala ag’ensonda ku bijanjaalo'),
    signs: localize(
      'small gray-brown spots with corners',
      'madoa madogo ya kijivu-kahawia yenye pembe',
      'amabala amatono aga kivuuvu agalina ensonda',
    ),
  },
  'wheat-stem-rust': {
    steps: [
      localize(
        'Emergency: have an expert confirm it today.',
        'Dharura: mtaalamu aithibitishe leo.',
        'Kyamangu: omukugu akikakase leero.',
      ),
      localize(
        'Report it to the extension office (KALRO, NARO).',
        'Toa taarifa kwa ofisi ya ugani (KALRO, NARO).',
        'Kitegeeze ofiisi y’omulimisa (KALRO, NARO).',
      ),
      localize('Do not wait for it to spread.', 'Usisubiri ienee.', 'Tolinda kumala kusaasaana.'),
    ],
    signs: localize(
      'long ragged brick-red blisters, also on stems',
      'malengelenge marefu mekundu, hata kwenye shina',
      'amabwa amawanvu amamyufu, ne ku nduli',
    ),
  },
  'wheat-leaf-rust': {
    steps: [
      localize(
        'Look in 8 to 10 places, high ground first, under low leaves.',
        'Angalia sehemu 8 hadi 10, miinuko kwanza, chini ya majani ya chini.',
        'Kebera ebifo 8-10, ebigulumivu bisooke, ne wansi w’ebikoola ebya wansi.',
      ),
      localize(
        'Check stems, photograph 3 leaves, have an expert confirm.',
        'Angalia mashina, piga picha 3, mtaalamu athibitishe.',
        'Kebera enduli, kuba ebifaananyi 3, omukugu akakase.',
      ),
      localize(
        'Report it early to the extension office. Do not wait.',
        'Toa taarifa mapema ofisi ya ugani. Usisubiri.',
        'Kitegeeze ofiisi y’omulimisa nga bukyali. Tolinda.',
      ),
    ],
    signs: localize(
      'small round orange-brown spots, mostly on top',
      'vipele vidogo vya chungwa-kahawia juu ya jani',
      'obubala obutono obwa kacungwa-kitaka kungulu ku kikoola',
    ),
  },
  'wheat-stripe-rust': {
    steps: [
      localize(
        'Pull out the first sick plants, bury or burn them.',
        'Ng’oa mimea ya kwanza iliyo migonjwa, fukia au choma.',
        'Kuulamu ebirwadde ebisooka, biziike oba byokye.',
      ),
      localize(
        'Go in as little as you can. Wash hands, tools, clothes.',
        'Ingia shambani mara chache. Osha mikono, zana na nguo.',
        'Yingira emirundi mitono. Naaba engalo, yoza ebikozesebwa n’engoye.',
      ),
      confirmAndReport,
    ],
    signs: localize(
      'yellow powdery spots in narrow rows',
      'vipele vya unga vya manjano kwa mistari',
      'obubala bw’olufuufu obwa kyenvu mu nnyiriri',
    ),
  },
  'wheat-rust': {
    steps: [
      localize(
        'Rub leaf and stem with a white cloth: colored powder is rust.',
        'Futa jani na shina kwa kitambaa cheupe: unga wa rangi ni kutu.',
        'Siimuuza ekikoola n’enduli akagoye akeeru: olufuufu butalagge.',
      ),
      inspectTwentyPlants.text,
      confirmAndReport,
    ],
    signs: localize(
      'orange, brown or yellow powder',
      'unga wa chungwa, kahawia au manjano',
      'olufuufu lwa kacungwa, kitaka oba kyenvu',
    ),
  },
  'rice-blast': {
    signs: localize(
      'spots pointed at both ends, gray-white centre, brown rim',
      'madoa yenye ncha pande mbili, ukingo wa kahawia',
      'amabala agasongovu ku njuyi zombi, omugo gwa kitaka',
    ),
  },
  'rice-brown-spot': {
    steps: [
      localize(
        'Look at the spots: make sure it is not blast.',
        'Angalia umbo la madoa: hakikisha si blasti.',
        'Tunuulira amabala: kakasa nti si blast.',
      ),
      localize('Field dry? Give it water.', 'Shamba ni kavu? Lipe maji.', 'Ennimiro nkalu? Giwe amazzi.'),
      localize(
        'Have soil checked, then potassium, nitrogen in shares.',
        'Udongo upimwe, kisha potasiamu, naitrojeni kidogo kidogo.',
        'Ettaka lipimibwe, olwo potasiyamu, nayitulojeni mu bitundu.',
      ),
    ],
    signs: localize(
      'small oval or round brown spots',
      'madoa madogo ya yai au duara ya kahawia',
      'amabala amatono aga kitaka ag’eggi oba ameekulungirivu',
    ),
  },
  'rice-bacterial-leaf-blight': {
    title: localize(
      'Bacterial leaf blight of rice',
      'Mnyauko wa bakteria wa mpunga',
      'Obulwadde bwa bakitiiriya ku muceere',
    ),
    signs: localize(
      'no checked description yet, so ask an expert',
      'maelezo bado hayajathibitishwa, muulize mtaalamu',
      'ennyinnyonnyola tennakakasibwa, buuza omukugu',
    ),
  },
}

/** Returns the short form of a card; undefined for the general cards, about which there are no warnings. */
export function getShortForm({ id, sections }: DiseaseCard): ShortForm | undefined {
  const form = shortForms[id]
  const steps = getConfirmedLines(sections.doToday).map(({ text }) => text)
  return form && { steps: steps.slice(0, 3), ...form }
}

/** Returns the title for a text message. */
export const getShortTitle = (card: DiseaseCard): Localized => getShortForm(card)?.title ?? card.title
