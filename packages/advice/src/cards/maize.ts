import { type DiseaseCard, line, localize, unconfirmedLine } from '../disease-card.ts'
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

const keepPlantsHere = line(
  ['O1', 'O2'],
  'Do not move maize plants out of this field.',
  'Usihamishe mimea ya mahindi kutoka shamba hili.',
  'Toggya bimera bya kasooli mu nnimiro eno kubitwala walala.',
)

const beforeTasselling = localize(
  'Before the tassels come out',
  'Kabla mahindi hayajatoa mbelewele',
  'Nga kasooli tannaba kusansula',
)

export const maizeCommonRust: DiseaseCard = {
  id: 'maize-common-rust',
  crop: 'maize',
  productClass: 'common_rust',
  diseases: ['common_rust'],
  title: localize('Common rust of maize', 'Kutu ya kawaida ya mahindi', 'Obutalagge bwa kasooli obwa bulijjo'),
  latinName: 'Puccinia sorghi',
  message: line(
    ['M1', 'M3'],
    'This is common rust, a fungus. It makes powdery brown spots on maize leaves.',
    'Hii ni kutu ya kawaida, aina ya kuvu. Hufanya madoa ya kahawia yenye unga kwenye majani ya mahindi.',
    'Buno butalagge obwa bulijjo, obulwadde bwa fangasi. Buleeta amabala aga kitaka ag’olufuufu ku bikoola bya kasooli.',
  ),
  explanation: line(
    ['M1', 'M2', 'M4', 'M9'],
    'It rides on the wind and grows in cool, wet weather. Often the harm is small. Before the grain fills, it has cost more than half the harvest.',
    'Husafiri kwa upepo na hukua wakati wa baridi na unyevu. Mara nyingi madhara ni madogo. Ikija kabla nafaka hazijajaa, imewahi kupunguza mavuno kwa zaidi ya nusu.',
    'Butambulira mu mpewo era bukulira mu budde obunnyogovu era obubisi. Emirundi mingi bukosa kitono. Bwe bujja ng’empeke tezinnajjula, busobola okutwala ekisukka mu kitundu ky’amakungula.',
  ),
  weather: line(
    ['P1', 'P2', 'P13', 'P14'],
    'Six hours of wet leaves in mild weather let it infect.',
    'Majani yakilowa kwa saa sita katika hewa ya wastani, inaweza kuambukiza.',
    'Ebikoola okumala essaawa mukaaga nga bibisi mu budde obw’ekigero kibuleetera okukwata.',
  ),
  urgency: {
    usual: 'medium',
    rules: [
      {
        level: 'high',
        when: localize(
          'Before the tassels come out, or in maize grown for seed',
          'Kabla mahindi hayajatoa mbelewele, au kwenye mahindi ya mbegu',
          'Nga kasooli tannaba kusansula, oba mu kasooli ow’ensigo',
        ),
        sources: ['M2', 'M9'],
      },
      {
        level: 'low',
        when: localize(
          'After the grain has turned to dough',
          'Baada ya nafaka kuwa kama unga uliokandwa',
          'Ng’empeke zimaze okukwata ng’eŋŋano enkande',
        ),
        sources: ['KUTU'],
      },
    ],
  },
  sections: {
    whatYouSee: [
      line(
        ['M1', 'M3', 'M4'],
        'Small pale flecks become raised, powdery brown spots on both leaf faces.',
        'Vidoa vidogo vilivyofifia huwa vipele vya kahawia vyenye unga, pande zote mbili.',
        'Obutonnyeze obutangaala bufuuka amabala aga kitaka agazimbye ag’olufuufu ku njuyi zombi ez’ekikoola.',
      ),
      line(
        ['M1', 'M4'],
        'The dust rubs off on your finger. Late in the season the spots turn black.',
        'Unga hubaki kwenye kidole ukigusa. Mwishoni mwa msimu vipele huwa vyeusi.',
        'Olufuufu lusigala ku lugalo ng’okutteko. Sizoni bw’eba egenda okuggwaako amabala gaddugala.',
      ),
      line(
        ['M1', 'M2'],
        'Spots often lie in bands. Stalks and husks are mostly clean.',
        'Mara nyingi vipele hukaa kwa mikanda. Mabua na maganda mara nyingi huwa safi.',
        'Amabala gatera okubeera mu nnyiriri. Enduli n’ebikuta bitera okuba ebirungi.',
      ),
    ],
    lookAlikes: [
      line(
        ['M2', 'M8', 'M9'],
        'Southern rust: more orange and crowded, in warm weather, also on stems. It needs faster action. Do not judge by one leaf face alone.',
        'Kutu ya kusini: ya chungwa zaidi na iliyosongamana, huja wakati wa joto. Yaweza kukaa hata kwenye shina, na huhitaji hatua ya haraka. Usiamue kwa kuangalia upande mmoja wa jani tu.',
        'Obutalagge obw’omu bukiikaddyo: bwa kacungwa nnyo, bwekutte, bujja mu bbugumu. Busobola n’okubeera ku nduli, era bwetaaga okwanguwa. Tosalawo ng’olabye oludda lumu lwokka olw’ekikoola.',
      ),
    ],
    doToday: [
      inspectTwentyPlants,
      line(
        ['KUTU'],
        'Note the crop’s age. Look for spots at the cob and above. Photograph 3 more leaves.',
        'Andika umri wa zao. Tafuta vipele kwenye majani ya gunzi na juu yake. Piga picha za majani 3 zaidi.',
        'Wandiika obukulu bw’ekirime. Noonya amabala ku bikoola by’ekikongoliro ne waggulu waakyo. Kuba ebifaananyi by’ebikoola ebirala 3.',
      ),
      line(
        ['KUTU'],
        'No tassels yet? Tell your neighbours and the extension officer.',
        'Je, mbelewele hazijatoka bado? Waarifu majirani na afisa ugani.',
        'Kasooli tannasansula? Buulira baliraanwa bo n’omulimisa.',
      ),
    ],
    restOfSeason: [
      line(
        ['M3'],
        'Pull out maize that came up by itself. No cure without chemicals is known.',
        'Ng’oa mahindi yaliyojiotea yenyewe. Hakuna tiba inayojulikana isiyo ya kemikali.',
        'Kuulamu kasooli eyeemeza yekka. Tewali ddagala lya butonde limanyiddwa.',
      ),
      checkEveryWeek,
    ],
    nextSeason: [
      line(
        ['M1', 'M7'],
        'Plant a variety that tolerates rust when your neighbours plant.',
        'Panda aina inayostahimili kutu, wakati mmoja na majirani zako.',
        'Simba ekika ekigumira obutalagge, mu kiseera kye kimu ne baliraanwa bo.',
      ),
      line(
        ['M1', 'M7'],
        'Leave space for air between plants. Plough the old stalks in.',
        'Acha nafasi ya hewa kati ya mimea. Lima mabaki yafukiwe.',
        'Leka amabanga empewo okuyitamu wakati w’ebimera. Kabala ebisigalira biziikibwe.',
      ),
    ],
    sprayOnlyIf: [
      line(
        ['M1', 'M3', 'M5'],
        'The variety is weak and many plants have spots. And only if tassels are not fully out. And only if cool wet weather is forecast. Then spray early, while each leaf has few spots.',
        'Aina ni dhaifu na mimea mingi ina vipele. Na tu ikiwa mbelewele hazijatoka zote. Na tu ikiwa baridi na mvua zinatarajiwa. Hapo pulizia mapema, kila jani likiwa na vipele vichache.',
        'Ekika kinafu, era ebimera bingi biriko amabala. Era tofuuyira okuggyako nga kasooli tannasansula yenna. Era tofuuyira okuggyako ng’obudde obunnyogovu obw’enkuba busuubirwa. Olwo fuuyira nga bukyali, nga buli kikoola kiriko amabala matono.',
      ),
    ],
  },
  mayNeedSpray: true,
  lookAlikeIds: ['maize-gray-leaf-spot', 'maize-northern-leaf-blight', 'maize-streak-virus'],
  reviewedOn,
}

export const maizeGrayLeafSpot: DiseaseCard = {
  id: 'maize-gray-leaf-spot',
  crop: 'maize',
  productClass: 'other_disease',
  diseases: ['gray_leaf_spot'],
  title: localize(
    'Gray leaf spot of maize',
    'Madoa ya kijivu ya majani ya mahindi',
    'Amabala ag’ekivuuvu ku bikoola bya kasooli',
  ),
  latinName: 'Cercospora zeae-maydis / Cercospora zeina',
  message: line(
    ['G1', 'G2'],
    'This is gray leaf spot, a fungus. It kills maize leaves in straight gray strips.',
    'Haya ni madoa ya kijivu, aina ya kuvu. Huua majani ya mahindi kwa mistari ya kijivu iliyonyooka.',
    'Gano mabala ag’ekivuuvu, obulwadde bwa fangasi. Butta ebikoola bya kasooli mu bukuubo obw’ekivuuvu obugolokofu.',
  ),
  explanation: line(
    ['G1', 'G2', 'G5', 'G6'],
    'It comes in warm, long humid weather. It is worst where maize follows maize and old stalks lie about. In Kenya it has cost a third to over half the harvest.',
    'Huja wakati wa joto na unyevu wa muda mrefu. Ni mbaya zaidi mahindi yanapofuata mahindi na mabua ya zamani yamebaki. Nchini Kenya imepunguza mavuno kwa theluthi hadi zaidi ya nusu.',
    'Bujja mu bbugumu n’obubisi obumala ebbanga. Bweyongera nnyo kasooli bw’addirira kasooli, ng’enduli enkadde ziri ku ttaka. Mu Kenya bubadde butwala ekimu kya kusatu eky’amakungula, n’okusukka mu kitundu.',
  ),
  urgency: {
    usual: 'medium',
    rules: [
      {
        level: 'high',
        when: localize(
          'When upper leaves have it as the tassels come out',
          'Majani ya juu yakiwa nayo wakati mbelewele zinatoka',
          'Ebikoola eby’engulu bwe biba nagwo nga kasooli asansula',
        ),
        sources: ['KUTU'],
      },
      lowWhenRipe,
    ],
  },
  sections: {
    whatYouSee: [
      line(
        ['G1', 'G2', 'G3'],
        'First tiny yellow-tan specks with a faint ring, on the low leaves.',
        'Kwanza vidoa vidogo sana kwenye majani ya chini. Ni vya manjano-hudhurungi, vyenye duara hafifu.',
        'Okusooka obutonnyeze obutono ku bikoola ebya wansi. Buba bwa kyenvu, nga buliko akawuzi akatalabika nnyo.',
      ),
      line(
        ['G1', 'G2', 'G3', 'G4'],
        'Then long narrow rectangles with straight edges between the veins. They are tan to gray, up to a finger long. They join and kill the leaf.',
        'Kisha mistatili mirefu myembamba yenye kingo zilizonyooka kati ya mishipa. Ni ya hudhurungi hadi kijivu, hufikia urefu wa kidole. Huungana na kuua jani.',
        'Oluvannyuma bukuubo buwanvu bufunda obw’enkomerero engolokofu wakati w’emisuwa gy’ekikoola. Buba bwa kitaka okutuuka ku kivuuvu, busobola okwenkana olugalo obuwanvu. Bwegatta ne butta ekikoola.',
      ),
    ],
    lookAlikes: [
      line(
        ['G1', 'N1'],
        'Northern leaf blight: a broad cigar shape, not a straight-sided narrow strip.',
        'Mabaka ya majani ya kaskazini: umbo pana la sigara, si mstari mwembamba.',
        'Northern leaf blight: ebbala ddene erifaanana sigala, so si kakuubo kafunda akagolokofu.',
      ),
    ],
    doToday: [
      line(
        ['KUTU'],
        'On 20 plants, check the leaves from the cob upward.',
        'Kwenye mimea 20, kagua majani kuanzia gunzi kwenda juu.',
        'Ku bimera 20, kebera ebikoola okuva ku kikongoliro okudda waggulu.',
      ),
      line(
        ['KUTU'],
        'Are they clean, and the grain past soft dough? Only keep watching.',
        'Ni safi, na nafaka imepita hatua ya unga laini? Endelea tu kuangalia.',
        'Birungi, era n’empeke zisusse okuba engonvu? Sigala okebera bukebezi.',
      ),
      photographThreeLeaves,
    ],
    restOfSeason: [checkEveryWeek],
    nextSeason: [
      line(
        ['G1', 'G2', 'G3'],
        'Plant a hybrid that resists or tolerates it.',
        'Panda mahindi chotara yanayostahimili ugonjwa huu.',
        'Simba kasooli (hybrid) agumira obulwadde buno.',
      ),
      line(
        ['G1', 'G2', 'G3'],
        'Grow another crop for at least one year. Bury or remove the old stalks.',
        'Panda zao lingine lisilo mahindi kwa angalau mwaka mmoja. Fukia au ondoa mabua ya zamani.',
        'Simba ekirime ekitali kasooli okumala waakiri omwaka gumu. Ziika oba ggyawo enduli enkadde.',
      ),
    ],
    sprayOnlyIf: [
      unconfirmedLine(
        ['G1'],
        'The hybrid is weak and wet weather is forecast. And only if it is around tasselling. And only if the leaf below the cob, or above, has spots.',
        'Chotara ni dhaifu na mvua inatarajiwa. Na tu ikiwa ni wakati wa mbelewele kutoka. Na tu ikiwa jani chini ya gunzi, au juu, lina madoa.',
        'Ekika kinafu era enkuba esuubirwa. Era tofuuyira okuggyako nga kasooli asansula. Era tofuuyira okuggyako ng’ekikoola ekiri wansi w’ekikongoliro, oba waggulu, kiriko amabala.',
      ),
      line(
        ['G1'],
        'The hybrid is weak. And only if the extension officer saw your field and agrees. Leave one strip unsprayed to see whether it paid.',
        'Chotara ni dhaifu. Na tu ikiwa afisa ugani ameona shamba lako na amekubali. Acha ukanda mmoja bila dawa uone kama ililipa.',
        'Ekika kinafu. Era tofuuyira okuggyako ng’omulimisa alabye ennimiro yo n’akkiriza. Lekawo olukuubo olumu nga terufuuyiddwa olabe oba kyagasizza.',
      ),
    ],
  },
  mayNeedSpray: true,
  lookAlikeIds: ['maize-northern-leaf-blight', 'maize-leaf-blight', 'maize-common-rust'],
  reviewedOn,
}

const rotateTwoYears = line(
  ['N3', 'N5'],
  'Where it was bad, grow no maize for two years. Then plant a resistant hybrid.',
  'Pale ilipokuwa mbaya, usipande mahindi kwa miaka miwili. Kisha panda chotara inayostahimili.',
  'Awaali obulwadde obungi, tosimbawo kasooli okumala emyaka ebiri. Oluvannyuma simba ekika (hybrid) ekigumira obulwadde.',
)

const sprayBlightEarly = line(
  ['N3', 'N5'],
  'The hybrid is weak. And only if first spots appear before or at tasselling.',
  'Chotara ni dhaifu. Na tu ikiwa madoa ya kwanza yanatokea kabla au wakati wa mbelewele.',
  'Ekika kinafu. Era tofuuyira okuggyako ng’amabala agasooka galabika nga kasooli tannasansula oba ng’asansula.',
)

const checkUpperLeaves = line(
  ['KUTU'],
  'On 20 plants, see how far up the spots have climbed. Are they on low leaves, at the cob, or above it?',
  'Kwenye mimea 20, angalia madoa yamepanda hadi wapi. Yako kwenye majani ya chini, kwenye gunzi, au juu yake?',
  'Ku bimera 20, laba amabala we gatuuse. Gali ku bikoola ebya wansi, ku kikongoliro, oba waggulu?',
)

const southernBlight = line(
  ['G6', 'N5'],
  'Southern leaf blight: more, smaller spots with red-purple edges, in hotter weather.',
  'Mabaka ya majani ya kusini: madoa madogo, mengi, yenye kingo za zambarau-nyekundu. Huja wakati wa joto zaidi.',
  'Southern leaf blight: amabala amatono, amangi, ag’enkomerero emmyufu ng’ezikiririra. Bujja mu budde obusinga okuba obw’ebbugumu.',
)

export const maizeNorthernLeafBlight: DiseaseCard = {
  id: 'maize-northern-leaf-blight',
  crop: 'maize',
  productClass: 'other_disease',
  diseases: ['northern_leaf_blight'],
  title: localize(
    'Northern leaf blight of maize',
    'Mabaka ya majani ya mahindi ya kaskazini',
    'Amabaka ku bikoola bya kasooli (northern leaf blight)',
  ),
  latinName: 'Exserohilum turcicum',
  message: line(
    ['N1', 'N2', 'N3'],
    'This is northern leaf blight, a fungus. It makes large, dead, cigar-shaped patches on maize leaves.',
    'Haya ni mabaka ya majani ya kaskazini, aina ya kuvu. Hufanya mabaka makubwa yaliyokufa yenye umbo la sigara kwenye majani ya mahindi.',
    'Buno bulwadde bwa fangasi (northern leaf blight). Buleeta amabaka amanene agafaanana sigala, agafudde, ku bikoola bya kasooli.',
  ),
  explanation: line(
    ['N1', 'N4', 'N5', 'N6'],
    'It needs mild weather with long dew or rain. Before tasselling it can take a third to half the harvest. Upper leaves clean until about six weeks after silking? Then it takes little.',
    'Huhitaji hali ya wastani yenye umande au mvua ndefu. Ikianza kabla ya mbelewele, yaweza kuchukua theluthi hadi nusu ya mavuno. Majani ya juu yamebaki safi wiki sita hivi tangu nywele kutoka? Basi hasara ni ndogo.',
    'Bwetaaga obudde obw’ekigero n’omusulo oba enkuba ebimala ebbanga. Nga kasooli tannasansula, busobola okutwala kimu kya kusatu okutuuka ku kitundu ky’amakungula. Ebikoola eby’engulu birungi okumala wiiki nga mukaaga ng’ebyoya bivuddeyo? Olwo bukosa kitono.',
  ),
  urgency: { usual: 'medium', rules: [{ level: 'high', when: beforeTasselling, sources: ['N1', 'N5'] }, lowWhenRipe] },
  sections: {
    whatYouSee: [
      line(
        ['N1', 'N2', 'N3'],
        'A few large cigar-shaped spots, 3 to 15 cm long. They are gray-green at first, then tan.',
        'Madoa machache makubwa yenye umbo la sigara, urefu sm 3 hadi 15. Ni ya kijani-kijivu mwanzoni, kisha hudhurungi.',
        'Amabala matono naye manene agafaanana sigala, sm 3 okutuuka ku 15. Gasooka kuba ga kiragala-kivuuvu ne gafuuka ga kitaka.',
      ),
      line(
        ['N1', 'N2', 'N3'],
        'Dark dusty zones on old spots. It starts on low leaves and climbs, up to the husk.',
        'Sehemu nyeusi zenye vumbi kwenye madoa ya zamani. Huanza majani ya chini na kupanda, hadi kwenye maganda.',
        'Amabala amakadde gabaako ebifo ebiddugavu eby’olufuufu. Butandikira ku bikoola ebya wansi ne bulinnya, okutuuka ku bikuta.',
      ),
    ],
    lookAlikes: [
      southernBlight,
      line(
        ['G1', 'N1'],
        'Gray leaf spot: a straight narrow strip between veins, not a cigar.',
        'Madoa ya kijivu: mstari mwembamba ulionyooka kati ya mishipa, si sigara pana.',
        'Amabala ag’ekivuuvu: kakuubo kafunda akagolokofu wakati w’emisuwa, so si sigala ennene.',
      ),
    ],
    doToday: [checkUpperLeaves, photographThreeLeaves, tellNeighbours],
    restOfSeason: [checkEveryWeek],
    nextSeason: [
      rotateTwoYears,
      line(
        ['G1', 'N1', 'N5'],
        'Bury or remove the old stalks, where the fungus lives.',
        'Fukia au ondoa mabua ya zamani, ambamo kuvu huishi.',
        'Ziika oba ggyawo enduli enkadde, fangasi mw’abeera.',
      ),
    ],
    sprayOnlyIf: [sprayBlightEarly],
  },
  mayNeedSpray: true,
  lookAlikeIds: ['maize-gray-leaf-spot', 'maize-leaf-blight', 'maize-common-rust'],
  reviewedOn,
}

export const maizeLeafBlight: DiseaseCard = {
  id: 'maize-leaf-blight',
  crop: 'maize',
  productClass: 'other_disease',
  diseases: ['leaf_blight'],
  title: localize('Leaf blight of maize', 'Mabaka ya majani ya mahindi', 'Obulwadde bw’amabaka ku bikoola bya kasooli'),
  latinName: null,
  message: line(
    ['N1', 'N5'],
    'This is a leaf blight of maize, northern or southern. Both kill patches of the leaf.',
    'Haya ni mabaka ya majani ya mahindi, ya kaskazini au kusini. Yote huua sehemu za jani.',
    'Buno bulwadde bw’amabaka ku kasooli, northern oba southern. Bwombi butta ebitundu by’ekikoola.',
  ),
  explanation: line(
    ['N1', 'N5', 'G6'],
    'The photo alone does not tell which of the two it is. Northern blight likes mild wet weather, southern blight heat. What comes before tasselling costs most.',
    'Picha peke yake haionyeshi ni upi kati ya hiyo miwili. Ya kaskazini hupenda hali ya wastani yenye unyevu, ya kusini hupenda joto. Inayokuja kabla ya mbelewele hugharimu zaidi.',
    'Ekifaananyi kyokka tekiraga bwe buliwa ku bwombi. Obwa northern bwagala obudde obw’ekigero obubisi, obwa southern bwagala ebbugumu. Obujja nga kasooli tannasansula bwe businga okufiiriza.',
  ),
  urgency: { usual: 'medium', rules: [{ level: 'high', when: beforeTasselling, sources: ['N1', 'N5'] }, lowWhenRipe] },
  sections: {
    whatYouSee: [
      line(
        ['N1', 'N2', 'N3'],
        'Northern: a few large cigar-shaped spots, 3 to 15 cm long. They turn from gray-green to tan.',
        'Ya kaskazini: madoa machache makubwa ya sigara, sm 3 hadi 15. Huanza kijani-kijivu, kisha hudhurungi.',
        'Northern: amabala matono amanene agafaanana sigala, sm 3 okutuuka ku 15. Gaba ga kiragala-kivuuvu, ne gafuuka ga kitaka.',
      ),
      southernBlight,
    ],
    lookAlikes: [
      line(
        ['G1', 'N1'],
        'Gray leaf spot: narrow strips with straight sides between the veins.',
        'Madoa ya kijivu: mistari myembamba yenye kingo zilizonyooka kati ya mishipa.',
        'Amabala ag’ekivuuvu: bukuubo bufunda obugolokofu wakati w’emisuwa gy’ekikoola.',
      ),
    ],
    doToday: [checkUpperLeaves, photographThreeLeaves, askAnExpert],
    restOfSeason: [checkEveryWeek],
    nextSeason: [rotateTwoYears],
    sprayOnlyIf: [sprayBlightEarly],
  },
  mayNeedSpray: true,
  lookAlikeIds: ['maize-northern-leaf-blight', 'maize-gray-leaf-spot', 'maize-common-rust'],
  reviewedOn,
}

export const maizeStreakVirus: DiseaseCard = {
  id: 'maize-streak-virus',
  crop: 'maize',
  productClass: 'other_disease',
  diseases: ['streak_virus'],
  title: localize(
    'Maize streak virus',
    'Ugonjwa wa milia ya mahindi',
    'Obulwadde bw’enkuubo ku kasooli (streak virus)',
  ),
  latinName: null,
  message: line(
    ['G6'],
    'This is maize streak, a virus. Small leafhopper insects carry it from plant to plant.',
    'Huu ni ugonjwa wa milia ya mahindi, unaoletwa na virusi. Wadudu wadogo warukao huvibeba kutoka mmea hadi mmea.',
    'Buno bulwadde bwa kasooli obwa streak, obuleetebwa akawuka. Obuwuka obutono obubuuka bukatambuza okuva ku kimera okudda ku kirala.',
  ),
  explanation: line(
    ['G6'],
    'The leaf loses its green in fine streaks. Fields in East Africa lost a third to over half the harvest.',
    'Jani hupoteza kijani chake kwa milia myembamba. Afrika Mashariki imechukua theluthi hadi zaidi ya nusu ya mavuno.',
    'Ekikoola kifiirwa kiragala waakyo mu bukuubo obutono. Mu buvanjuba bwa Afirika bukosa amakungula. Bubadde butwala ekimu kya kusatu, n’okusukka mu kitundu.',
  ),
  urgency: { usual: 'medium', rules: [lowWhenRipe] },
  sections: {
    whatYouSee: [
      line(
        ['G6'],
        'Narrow, broken, white to yellow streaks along the leaf.',
        'Milia myembamba iliyokatika-katika, nyeupe hadi manjano, kufuata urefu wa jani.',
        'Bukuubo bufunda obukutukakutuka, obweru okutuuka ku bwa kyenvu, obugoberera obuwanvu bw’ekikoola.',
      ),
    ],
    lookAlikes: [
      line(
        ['O1', 'O2'],
        'Maize lethal necrosis: mottled leaves, early drying and bad cobs. It has no cure. If you see that, report it today.',
        'Ugonjwa hatari wa mahindi (MLN): majani yenye mabaka, kukauka mapema, magunzi mabaya. Hauna tiba. Ukiuona, toa taarifa leo.',
        'Obulwadde bwa MLN: ebikoola ebya bitanga, okukala nga tebunnatuuka n’ebikongoliro ebibi. Tebulina ddagala. Bw’obulaba, tegeeza omulimisa leero.',
      ),
    ],
    doToday: [
      line(
        ['G6'],
        'Pull out the sick plants while they are few and young.',
        'Ng’oa mimea migonjwa ikiwa bado michache na michanga.',
        'Kuulamu ebimera ebirwadde nga bikyali bitono era nga bikyali bito.',
      ),
      inspectTwentyPlants,
      askAnExpert,
    ],
    restOfSeason: [
      line(
        ['G6'],
        'Keep weeds out of the field and its edges.',
        'Palilia magugu shambani na kandokando yake.',
        'Ggyamu omuddo mu nnimiro ne ku mabbali gaayo.',
      ),
      checkEveryWeek,
    ],
    nextSeason: [
      line(
        ['G6'],
        'Plant certified seed of a variety that tolerates streak.',
        'Panda mbegu zilizothibitishwa za aina inayostahimili ugonjwa wa milia.',
        'Simba ensigo ezikakasiddwa ez’ekika ekigumira obulwadde buno.',
      ),
    ],
    sprayOnlyIf: [noCheckedSprayAdvice],
  },
  safeStep: inspectTwentyPlants,
  mayNeedSpray: false,
  lookAlikeIds: ['maize-lethal-necrosis', 'maize-gray-leaf-spot', 'maize-common-rust'],
  reviewedOn,
}

export const maizeFallArmyworm: DiseaseCard = {
  id: 'maize-fall-armyworm',
  crop: 'maize',
  productClass: 'other_disease',
  diseases: ['fall_armyworm'],
  title: localize(
    'Fall armyworm on maize',
    'Viwavijeshi vamizi kwenye mahindi',
    'Akasaanyi akalya kasooli (fall armyworm)',
  ),
  latinName: null,
  message: line(
    ['KUTU'],
    'This looks like the work of a caterpillar, the fall armyworm. It is not like rust.',
    'Hii inaonekana kuwa kazi ya viwavijeshi vamizi, si kutu.',
    'Kino kifaanana ng’omulimu gw’akasaanyi (fall armyworm), so si butalagge.',
  ),
  explanation: line(
    ['KUTU'],
    'It is an insect, not a fungus. What helps against rust does not help here. Have an expert confirm it before you treat anything.',
    'Ni mdudu, si kuvu. Kinachosaidia dhidi ya kutu hakisaidii hapa. Mtaalamu athibitishe kabla hujatibu chochote.',
    'Kiwuka, si fangasi. Ekiyamba ku butalagge tekiyamba wano. Omukugu asooke akakase nga tonnajjanjaba kintu kyonna.',
  ),
  urgency: { usual: 'medium', rules: [lowWhenRipe] },
  sections: {
    whatYouSee: [
      unconfirmedLine(
        ['KUTU'],
        'Chewed see-through windows in the leaf, and droppings in the plant’s heart.',
        'Sehemu zilizotafunwa zinazoonyesha mwanga kwenye jani, na kinyesi kwenye moyo wa mmea.',
        'Ebituli ebiriiriddwa ebiyitamu ekitangaala ku kikoola, n’obubi bw’obusaanyi mu mutima gw’ekimera.',
      ),
      photosOnlyDescription,
    ],
    lookAlikes: [
      line(
        ['M1', 'M4'],
        'Rust has raised powdery spots. Here there is no powder to rub off.',
        'Kutu ina vipele vyenye unga. Hapa hakuna unga wa kufuta.',
        'Obutalagge buba n’amabala agazimbye ag’olufuufu. Wano tewali lufuufu lwa kusiimuula.',
      ),
    ],
    doToday: [inspectTwentyPlants, photographThreeLeaves, askAnExpert],
    restOfSeason: [checkEveryWeek],
    nextSeason: [
      line(
        ['KUTU'],
        'Before planting, ask the extension officer what worked against it nearby.',
        'Kabla ya kupanda, muulize afisa ugani nini kimesaidia karibu nawe.',
        'Nga tonnasimba, buuza omulimisa ekyakola okukalwanyisa okumpi naawe.',
      ),
    ],
    sprayOnlyIf: [noCheckedSprayAdvice],
  },
  mayNeedSpray: false,
  lookAlikeIds: ['maize-gray-leaf-spot', 'maize-streak-virus', 'maize-common-rust'],
  reviewedOn,
}

export const maizeLethalNecrosis: DiseaseCard = {
  id: 'maize-lethal-necrosis',
  crop: 'maize',
  productClass: 'other_disease',
  diseases: ['lethal_necrosis'],
  title: localize('Maize lethal necrosis', 'Ugonjwa hatari wa mahindi (MLN)', 'Obulwadde obutta kasooli (MLN)'),
  latinName: null,
  message: line(
    ['O1', 'O2'],
    'This is maize lethal necrosis. It comes when two viruses meet in one plant.',
    'Huu ni ugonjwa hatari wa mahindi (MLN). Hutokea virusi viwili vinapokutana kwenye mmea mmoja.',
    'Buno bulwadde bwa MLN. Bujja obuwuka bwa vayirasi bubiri bwe busisinkana mu kimera kimu.',
  ),
  explanation: line(
    ['O1', 'O2'],
    'It has been in Kenya since 2011 and spread in East Africa. There is no cure; only removing plants and reporting stops it.',
    'Umekuwepo Kenya tangu 2011 na umeenea Afrika Mashariki. Hauna tiba; kuondoa mimea na kutoa taarifa tu ndiko kunauzuia.',
    'Bubadde mu Kenya okuva mu 2011 era bwasaasaana mu buvanjuba bwa Afirika. Tebulina ddagala; okukuulamu ebimera n’okutegeeza omulimisa bye byokka ebibuziyiza.',
  ),
  urgency: { usual: 'high', rules: [] },
  sections: {
    whatYouSee: [
      line(
        ['O1', 'O2'],
        'Mottled leaves, plants that dry too early, and bad cobs.',
        'Majani yenye mabaka mabaka, mimea inayokauka mapema, na magunzi mabaya.',
        'Ebikoola ebya bitanga, ebimera ebikala nga tebinnatuuka, n’ebikongoliro ebibi.',
      ),
    ],
    lookAlikes: [
      line(
        ['G6'],
        'Maize streak: narrow broken white-yellow streaks along the leaf.',
        'Ugonjwa wa milia: milia myembamba ya nyeupe-manjano iliyokatika kufuata jani.',
        'Obulwadde bwa streak: bukuubo bufunda obukutukakutuka obweru-kyenvu okugoberera ekikoola.',
      ),
    ],
    doToday: [
      line(['O1', 'O2'], 'Pull out the sick plants.', 'Ng’oa mimea migonjwa.', 'Kuulamu ebimera ebirwadde.'),
      line(
        ['O1', 'O2'],
        'Report it to the extension officer today.',
        'Toa taarifa kwa afisa ugani leo.',
        'Kitegeeze omulimisa leero.',
      ),
      keepPlantsHere,
    ],
    restOfSeason: [checkEveryWeek],
    nextSeason: [
      line(
        ['KUTU'],
        'Before you plant maize here again, ask the extension officer.',
        'Kabla ya kupanda mahindi hapa tena, muulize afisa ugani.',
        'Nga tonnaddamu kusimba kasooli wano, sooka obuuze omulimisa.',
      ),
    ],
    sprayOnlyIf: [
      line(
        ['O1', 'O2'],
        'Never for a cure: there is none. Ask the extension officer before you buy anything.',
        'Kamwe si kwa tiba: haipo. Muulize afisa ugani kabla ya kununua chochote.',
        'Tofuuyira olw’okuwonya: tebuwonyezeka. Sooka obuuze omulimisa nga tonnagula kintu kyonna.',
      ),
    ],
  },
  safeStep: keepPlantsHere,
  mayNeedSpray: false,
  lookAlikeIds: ['maize-streak-virus', 'maize-northern-leaf-blight', 'maize-common-rust'],
  reviewedOn,
}

export const maizeCards: DiseaseCard[] = [
  maizeCommonRust,
  maizeGrayLeafSpot,
  maizeNorthernLeafBlight,
  maizeLeafBlight,
  maizeStreakVirus,
  maizeFallArmyworm,
  maizeLethalNecrosis,
]
