import { type DiseaseCard, line, localize } from '../disease-card.ts'
import {
  askAnExpert,
  checkEveryWeek,
  inspectTwentyPlants,
  lowWhenRipe,
  noCheckedSprayAdvice,
  photographThreeLeaves,
  reviewedOn,
  tellNeighbours,
} from './shared.ts'

const chooseResistantVariety = line(
  ['M1', 'B1', 'W3'],
  'Ask the extension officer for a variety that resists it. Start with clean seed.',
  'Muulize afisa ugani kuhusu aina inayoustahimili. Anza na mbegu safi.',
  'Buuza omulimisa ekika ekigumira obulwadde buno. Tandika n’ensigo ennungi.',
)

const clearOldCrop = line(
  ['M1', 'B1', 'G1', 'W3'],
  'Clear what is left of the old crop. Pull out plants that come up by themselves.',
  'Safisha mabaki ya zao la zamani. Ng’oa mimea iliyojiotea yenyewe.',
  'Ggyawo ebisigalira by’ekirime ekikadde. Kuulamu ebimera ebyemeza byokka.',
)

export const rust: DiseaseCard = {
  id: 'rust',
  crop: null,
  productClass: 'common_rust',
  diseases: ['rust', 'common_rust'],
  title: localize('Rust', 'Kutu', 'Obutalagge'),
  latinName: null,
  message: line(
    ['M1', 'B1', 'W1'],
    'This is rust, a fungus. It makes powdery orange, brown or yellow spots on leaves.',
    'Hii ni kutu, aina ya kuvu. Hufanya vipele vya unga vya chungwa, kahawia au manjano kwenye majani.',
    'Buno butalagge, obulwadde bwa fangasi. Buleeta obubala obw’olufuufu obwa kacungwa, kitaka oba kyenvu ku bikoola.',
  ),
  explanation: line(
    ['M1', 'B1', 'W2'],
    'Its dust travels on the wind and settles where leaves stay wet. It harms most before the grain or pods fill.',
    'Unga wake husafiri kwa upepo na hushika pale majani yanapobaki yamelowa. Hudhuru zaidi kabla nafaka au maganda hayajajaa.',
    'Olufuufu lwabwo lutambulira mu mpewo era lukwata ebikoola gye bisigala nga bibisi. Busingira ddala okukosa ng’empeke oba ebikuta tebinnajjula.',
  ),
  urgency: {
    usual: 'medium',
    rules: [
      {
        level: 'high',
        when: localize(
          'Before flowering, or in wheat at any time',
          'Kabla ya maua, au kwenye ngano wakati wowote',
          'Ng’okumulisa tekunnatuuka, oba mu ŋŋaano ekiseera kyonna',
        ),
        sources: ['KUTU'],
      },
      lowWhenRipe,
    ],
  },
  sections: {
    whatYouSee: [
      line(
        ['M1', 'B1', 'W1'],
        'Small raised spots full of orange, brown or yellow powder.',
        'Vipele vidogo vilivyoinuka vilivyojaa unga wa chungwa, kahawia au manjano.',
        'Obubala obutono obugazimbye obujjudde olufuufu lwa kacungwa, kitaka oba kyenvu.',
      ),
      line(
        ['M1', 'W1'],
        'The powder comes off on your finger or a white cloth.',
        'Unga hubaki kwenye kidole chako au kitambaa cheupe.',
        'Olufuufu lusigala ku lugalo lwo oba ku kagoye akeeru.',
      ),
    ],
    lookAlikes: [
      line(
        ['G1', 'A1'],
        'A leaf spot: flat, dead patches. No powder comes off on a white cloth.',
        'Doa la jani: sehemu bapa zilizokufa. Hakuna unga unaobaki kwenye kitambaa cheupe.',
        'Ebbala ly’ekikoola: ebifo ebiseeteevu ebifudde. Tewali lufuufu lusigala ku kagoye keeru.',
      ),
    ],
    doToday: [inspectTwentyPlants, photographThreeLeaves, tellNeighbours],
    restOfSeason: [checkEveryWeek],
    nextSeason: [chooseResistantVariety, clearOldCrop],
    sprayOnlyIf: [noCheckedSprayAdvice],
  },
  mayNeedSpray: true,
  lookAlikeIds: ['other-disease', 'maize-common-rust', 'beans-rust'],
  reviewedOn,
}

export const otherDisease: DiseaseCard = {
  id: 'other-disease',
  crop: null,
  productClass: 'other_disease',
  diseases: [],
  title: localize('Another disease, not rust', 'Ugonjwa mwingine, si kutu', 'Obulwadde obulala, si butalagge'),
  latinName: null,
  message: line(
    ['KUTU'],
    'The leaf is not healthy, and what it has is not rust.',
    'Jani halina afya, na tatizo lake si kutu.',
    'Ekikoola si kiramu, era ekikiriko si butalagge.',
  ),
  explanation: line(
    ['KUTU'],
    'Leaf spots, viruses, insects, hunger and drought all mark leaves. Each needs something different. Find out which before you treat anything.',
    'Madoa, virusi, wadudu, njaa ya mmea na ukame huacha alama kwenye majani. Kila kimoja huhitaji tiba tofauti. Jua ni kipi kabla hujatibu chochote.',
    'Amabala, vayirasi, ebiwuka, enjala y’ekimera n’ekyeya byonna bireka obubonero ku bikoola. Buli kimu kyetaaga kirala. Sooka omanye kiriwa nga tonnajjanjaba kintu kyonna.',
  ),
  urgency: {
    usual: 'medium',
    rules: [
      {
        level: 'high',
        when: localize(
          'Maize with mottled leaves that dries too early: maybe maize lethal necrosis',
          'Mahindi yenye majani ya mabaka yanayokauka mapema: huenda ni ugonjwa hatari (MLN)',
          'Kasooli ow’ebikoola ebya bitanga akala nga tannatuuka: ayinza okuba MLN',
        ),
        sources: ['O1', 'O2'],
      },
      lowWhenRipe,
    ],
  },
  sections: {
    whatYouSee: [
      line(
        ['KUTU'],
        'Spots, stripes, holes or yellow parts, without rust’s coloured powder.',
        'Madoa, milia, matundu au sehemu za manjano, bila unga wa kutu.',
        'Amabala, enkuubo, ebituli oba ebitundu bya kyenvu, awatali lufuufu lwa butalagge.',
      ),
      line(
        ['O1', 'O2'],
        'Maize with mottled leaves that dries too early: report it today.',
        'Mahindi yenye majani ya mabaka na yanayokauka mapema: toa taarifa leo.',
        'Kasooli ow’ebikoola ebya bitanga, era akala nga tannatuuka: tegeeza omulimisa leero.',
      ),
    ],
    lookAlikes: [
      line(
        ['M1', 'W1'],
        'Rust: rub the spot with a white cloth. If coloured powder comes off, it is rust.',
        'Kutu: futa doa kwa kitambaa cheupe. Unga wa rangi ukibaki, ni kutu.',
        'Obutalagge: siimuuza ebbala akagoye akeeru. Olufuufu lwa langi bwe lusigalako, butalagge.',
      ),
    ],
    doToday: [inspectTwentyPlants, photographThreeLeaves, askAnExpert],
    restOfSeason: [checkEveryWeek, tellNeighbours],
    nextSeason: [chooseResistantVariety, clearOldCrop],
    sprayOnlyIf: [noCheckedSprayAdvice],
  },
  mayNeedSpray: false,
  lookAlikeIds: ['rust', 'maize-lethal-necrosis', 'healthy'],
  reviewedOn,
}

export const healthy: DiseaseCard = {
  id: 'healthy',
  crop: null,
  productClass: 'healthy',
  diseases: ['healthy'],
  title: localize('Healthy leaf', 'Jani lenye afya', 'Ekikoola ekiramu'),
  latinName: null,
  message: line(
    ['KUTU'],
    'No disease was found on this leaf.',
    'Hakuna ugonjwa uliopatikana kwenye jani hili.',
    'Tewali bulwadde buzuuliddwa ku kikoola kino.',
  ),
  explanation: line(
    ['KUTU'],
    'One leaf does not speak for the whole field. A new infection takes days to show. Keep watching every week.',
    'Jani moja haliwakilishi shamba lote. Maambukizi mapya huchukua siku kadhaa kuonekana. Endelea kuangalia kila wiki.',
    'Ekikoola kimu tekyogerera nnimiro yonna. Obulwadde obupya bumala ennaku okulabika. Sigala okebera buli wiiki.',
  ),
  urgency: { usual: 'low', rules: [] },
  sections: {
    whatYouSee: [
      line(
        ['KUTU'],
        'An even leaf without raised spots, dead patches or stripes.',
        'Jani la rangi sawa bila vipele, sehemu zilizokufa wala milia.',
        'Ekikoola ekyenkanankana ekitaliiko bubala bugazimbye, bifo bifudde wadde enkuubo.',
      ),
    ],
    lookAlikes: [
      line(
        ['M1', 'B1', 'W1'],
        'Early rust: small pale flecks or pin-point bumps that later turn powdery.',
        'Mwanzo wa kutu: vidoa vilivyofifia, au vinundu kama ncha ya sindano. Baadaye huwa na unga.',
        'Entandikwa y’obutalagge: obutonnyeze obutangaala oba obutulututtu obutono obufuuka obw’olufuufu oluvannyuma.',
      ),
      line(
        ['G1', 'A1', 'S1'],
        'Early leaf spots: yellow-tan specks on low leaves, or small brown spots.',
        'Mwanzo wa madoa: vidoa vya manjano-hudhurungi kwenye majani ya chini. Au madoa madogo ya kahawia.',
        'Entandikwa y’amabala: obutonnyeze obwa kyenvu-kitaka ku bikoola ebya wansi. Oba obubala obutono obwa kitaka.',
      ),
      line(
        ['G6', 'O1'],
        'Early virus in maize: fine pale streaks or mottling on young leaves.',
        'Mwanzo wa virusi vya mahindi: milia iliyofifia au mabaka kwenye majani machanga.',
        'Entandikwa ya vayirasi mu kasooli: bukuubo obutangaala oba bitanga ku bikoola ebito.',
      ),
    ],
    doToday: [
      line(
        ['KUTU'],
        'Nothing to do. Look again in a week.',
        'Hakuna la kufanya. Angalia tena baada ya wiki.',
        'Tewali kya kukola. Ddamu okebere mu wiiki emu.',
      ),
      inspectTwentyPlants,
      checkEveryWeek,
    ],
    restOfSeason: [
      line(
        ['M1', 'B1', 'W2'],
        'Look more often in wet weather, when leaves stay wet for hours.',
        'Angalia mara nyingi zaidi wakati wa mvua, majani yakilowa kwa saa nyingi.',
        'Kebera emirundi mingi mu budde obw’enkuba, ng’ebikoola bimala essaawa eziwera nga bibisi.',
      ),
    ],
    nextSeason: [chooseResistantVariety, clearOldCrop],
    sprayOnlyIf: [
      line(
        ['KUTU'],
        'Not now: a leaf without disease needs no spray.',
        'Si sasa: jani lisilo na ugonjwa halihitaji dawa.',
        'Si kati: ekikoola ekitaliiko bulwadde tekyetaaga kufuuyira.',
      ),
    ],
  },
  mayNeedSpray: false,
  lookAlikeIds: ['rust', 'other-disease'],
  reviewedOn,
}

export const generalCards: DiseaseCard[] = [rust, otherDisease, healthy]
