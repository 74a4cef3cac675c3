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
    'This is common rust, a fungus that makes powdery brown spots on maize leaves.',
    'Hii ni kutu ya kawaida, kuvu inayofanya madoa ya kahawia yenye unga kwenye majani ya mahindi.',
    'Buno butalagge obwa bulijjo, obulwadde bwa fangasi obuleeta amabala aga kitaka ag’olufuufu ku bikoola bya kasooli.',
  ),
  explanation: line(
    ['M1', 'M2', 'M4', 'M9'],
    'It rides on the wind and grows in cool, wet weather; a few hours of wet leaves are enough. Often the harm is small, but rust that comes before the grain fills has cost more than half the harvest.',
    'Husafiri kwa upepo na hukua wakati wa baridi na unyevu; saa chache za majani kulowa zinatosha. Mara nyingi madhara ni madogo, lakini ikija kabla nafaka hazijajaa imewahi kupunguza mavuno kwa zaidi ya nusu.',
    'Butambulira mu mpewo era bukulira mu budde obunnyogovu era obubisi; essaawa ntono ez’ebikoola okubeera ebibisi zimala. Emirundi mingi bukosa kitono, naye bwe bujja ng’empeke tezinnajjula busobola okutwala ekisukka mu kitundu ky’amakungula.',
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
        'Small pale flecks become raised, powdery spots, cinnamon to golden brown, round or long, on both faces of the leaf.',
        'Vidoa vidogo vilivyofifia huwa vipele vyenye unga, vya rangi ya mdalasini hadi kahawia ya dhahabu, vya duara au virefu, pande zote mbili za jani.',
        'Obutonnyeze obutangaala bufuuka amabala agazimbye ag’olufuufu, aga kitaka okutuuka ku kya zaabu, amekulungirivu oba amawanvu, ku njuyi zombi ez’ekikoola.',
      ),
      line(
        ['M1', 'M4'],
        'The dust rubs off on your finger. Late in the season the spots turn black.',
        'Unga hubaki kwenye kidole ukigusa. Mwishoni mwa msimu vipele huwa vyeusi.',
        'Olufuufu lusigala ku lugalo ng’okutteko. Sizoni bw’eba egenda okuggwaako amabala gaddugala.',
      ),
      line(
        ['M1', 'M2'],
        'Spots often lie in bands across the leaf. Stalks and husks are mostly clean.',
        'Mara nyingi vipele hukaa kwa mikanda kwenye jani. Mabua na maganda mara nyingi huwa safi.',
        'Amabala gatera okubeera mu nnyiriri ku kikoola. Enduli n’ebikuta bitera okuba ebirungi.',
      ),
    ],
    lookAlikes: [
      line(
        ['M2', 'M8', 'M9'],
        'Southern rust: more orange and crowded, comes in warm weather, can also sit on the stem, and needs faster action. Do not judge by one leaf face alone.',
        'Kutu ya kusini: ya rangi ya chungwa zaidi na iliyosongamana, huja wakati wa joto, yaweza kukaa hata kwenye shina, na huhitaji hatua ya haraka. Usiamue kwa kuangalia upande mmoja wa jani tu.',
        'Obutalagge obw’omu bukiikaddyo: bwa kacungwa nnyo era bwekutte, bujja mu bbugumu, busobola n’okubeera ku nduli, era bwetaaga okwanguwa. Tosalawo ng’olabye oludda lumu lwokka olw’ekikoola.',
      ),
      line(
        ['M6'],
        'A tropical rust of maize exists too.',
        'Kuna pia kutu ya mahindi ya maeneo ya joto.',
        'Waliwo n’obutalagge bwa kasooli obw’omu bitundu eby’ebbugumu.',
      ),
    ],
    doToday: [
      inspectTwentyPlants,
      line(
        ['KUTU'],
        'Note how old the crop is. Look for spots at the cob and above. Photograph 3 more leaves.',
        'Andika umri wa zao. Tafuta vipele kwenye majani ya gunzi na juu yake. Piga picha za majani 3 zaidi.',
        'Wandiika obukulu bw’ekirime. Noonya amabala ku bikoola by’ekikongoliro ne waggulu waakyo. Kuba ebifaananyi by’ebikoola ebirala 3.',
      ),
      line(
        ['KUTU'],
        'Are the tassels not out yet? Tell your neighbours and the extension officer.',
        'Je, mbelewele hazijatoka bado? Waarifu majirani na afisa ugani.',
        'Kasooli tannasansula? Buulira baliraanwa bo n’omulimisa.',
      ),
    ],
    restOfSeason: [
      line(
        ['M3'],
        'Pull out maize that came up by itself. Once rust is on the leaf, no cure without chemicals is known.',
        'Ng’oa mahindi yaliyojiotea yenyewe. Kutu ikishakaa kwenye jani, hakuna tiba inayojulikana isiyo ya kemikali.',
        'Kuulamu kasooli eyeemeza yekka. Obutalagge bwe bumala okubeera ku kikoola, tewali ddagala lya butonde limanyiddwa.',
      ),
      checkEveryWeek,
    ],
    nextSeason: [
      line(
        ['M1', 'M7'],
        'Plant a variety that tolerates rust, at the same time as your neighbours.',
        'Panda aina inayostahimili kutu, wakati mmoja na majirani zako.',
        'Simba ekika ekigumira obutalagge, mu kiseera kye kimu ne baliraanwa bo.',
      ),
      line(
        ['M1', 'M7'],
        'Leave enough space for air between plants and plough the old stalks in.',
        'Acha nafasi ya kutosha ya hewa kati ya mimea na ulime mabaki yafukiwe.',
        'Leka amabanga agamala empewo okuyitamu wakati w’ebimera, era okabale ebisigalira biziikibwe.',
      ),
    ],
    sprayOnlyIf: [
      line(
        ['M1', 'M3', 'M5'],
        'The variety is weak, the tassels are not out or are just coming, many plants have spots, and cool wet weather is forecast. Then it must be early, while spots are few on each leaf.',
        'Aina ni dhaifu, mbelewele hazijatoka au ndiyo zinatoka, mimea mingi ina vipele, na hali ya baridi na mvua inatarajiwa. Hapo ni lazima iwe mapema, vipele vikiwa bado vichache kwenye kila jani.',
        'Ekika kinafu, kasooli tannasansula oba yaakatandika, ebimera bingi biriko amabala, era obudde obunnyogovu obw’enkuba bwe busuubirwa. Olwo kirina okukolebwa amangu, ng’amabala gakyali matono ku buli kikoola.',
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
    'This is gray leaf spot, a fungus that kills maize leaves in straight gray strips.',
    'Haya ni madoa ya kijivu, kuvu inayoua majani ya mahindi kwa mistari ya kijivu iliyonyooka.',
    'Gano mabala ag’ekivuuvu, obulwadde bwa fangasi obutta ebikoola bya kasooli mu bukuubo obw’ekivuuvu obugolokofu.',
  ),
  explanation: line(
    ['G1', 'G2', 'G5', 'G6'],
    'It comes in warm, long humid weather, above all where maize follows maize and old stalks lie on the ground. In Kenya it has cost a third to more than half of the harvest.',
    'Huja wakati wa joto na unyevu wa muda mrefu, hasa pale mahindi yanapofuata mahindi na mabua ya zamani yako juu ya ardhi. Nchini Kenya imepunguza mavuno kwa theluthi hadi zaidi ya nusu.',
    'Bujja mu bbugumu n’obubisi obumala ebbanga, naddala kasooli bw’addirira kasooli ng’enduli enkadde ziri kungulu ku ttaka. Mu Kenya bubadde butwala ekitundu kimu kya kusatu okutuuka ku kisukka mu kimu kya kubiri eky’amakungula.',
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
        'Kwanza vidoa vidogo sana vya manjano-hudhurungi vyenye duara hafifu, kwenye majani ya chini.',
        'Okusooka obutonnyeze obutono obwa kyenvu nga buliko akawuzi akatalabika nnyo, ku bikoola ebya wansi.',
      ),
      line(
        ['G1', 'G2', 'G3', 'G4'],
        'Then long narrow rectangles with straight edges between the veins, tan to gray, up to as long as a finger. They join and kill the leaf.',
        'Kisha mistatili mirefu myembamba yenye kingo zilizonyooka kati ya mishipa, ya hudhurungi hadi kijivu, yaweza kufikia urefu wa kidole. Huungana na kuua jani.',
        'Oluvannyuma bukuubo buwanvu bufunda obw’enkomerero engolokofu wakati w’emisuwa gy’ekikoola, obwa kitaka okutuuka ku kivuuvu, nga busobola okwenkana olugalo obuwanvu. Bwegatta ne butta ekikoola.',
      ),
    ],
    lookAlikes: [
      line(
        ['G1', 'N1'],
        'Northern leaf blight: a broad cigar shape, not a straight-sided narrow strip.',
        'Mabaka ya majani ya kaskazini: umbo pana la sigara, si mstari mwembamba wenye kingo zilizonyooka.',
        'Obulwadde bwa mabaka (northern leaf blight): ebbala ddene erifaanana sigala, so si kakuubo kafunda akagolokofu.',
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
        'Grow something other than maize for at least one year, and bury or remove the old stalks.',
        'Panda zao lingine lisilo mahindi kwa angalau mwaka mmoja, na ufukie au uondoe mabua ya zamani.',
        'Simba ekirime ekirala ekitali kasooli okumala waakiri omwaka gumu, era oziike oba oggyewo enduli enkadde.',
      ),
    ],
    sprayOnlyIf: [
      unconfirmedLine(
        ['G1'],
        'The hybrid is weak, spots are already on the leaf below the cob or above it around tasselling, and wet weather is forecast.',
        'Chotara ni dhaifu, madoa tayari yako kwenye jani la chini ya gunzi au juu yake wakati wa mbelewele, na mvua inatarajiwa.',
        'Ekika kinafu, amabala gamaze okutuuka ku kikoola ekiri wansi w’ekikongoliro oba waggulu nga kasooli asansula, era enkuba esuubirwa.',
      ),
      line(
        ['G1'],
        'The hybrid is weak and the extension officer, who has seen your field, agrees. Leave one strip unsprayed to see whether it paid.',
        'Chotara ni dhaifu na afisa ugani aliyeona shamba lako anakubali. Acha ukanda mmoja bila dawa uone kama ililipa.',
        'Ekika kinafu era omulimisa alabye ennimiro yo akkiriza. Lekawo olukuubo olumu nga terufuuyiddwa olabe oba kyagasizza.',
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
  'The first spots appear before or at tasselling, on a weak hybrid.',
  'Madoa ya kwanza yanatokea kabla au wakati wa mbelewele, kwenye chotara dhaifu.',
  'Amabala agasooka galabika nga kasooli tannasansula oba ng’asansula, ku kika ekinafu.',
)

const checkUpperLeaves = line(
  ['KUTU'],
  'On 20 plants, see how far up the spots have climbed. Are they on low leaves, at the cob, or above it?',
  'Kwenye mimea 20, angalia madoa yamepanda hadi wapi. Yako kwenye majani ya chini, kwenye gunzi, au juu yake?',
  'Ku bimera 20, laba amabala we gatuuse. Gali ku bikoola ebya wansi, ku kikongoliro, oba waggulu?',
)

const southernBlight = line(
  ['G6', 'N5'],
  'Southern leaf blight: smaller and more spots with red-purple edges, in hotter weather.',
  'Mabaka ya majani ya kusini: madoa madogo na mengi zaidi yenye kingo za zambarau-nyekundu, wakati wa joto zaidi.',
  'Southern leaf blight: amabala amatono era amangi ag’enkomerero emmyufu ng’ezikiririra, mu budde obusinga okuba obw’ebbugumu.',
)

export const maizeNorthernLeafBlight: DiseaseCard = {
  id: 'maize-northern-leaf-blight',
  crop: 'maize',
  productClass: 'other_disease',
  diseases: ['northern_leaf_blight'],
  title: localize(
    'Northern leaf blight of maize',
    'Mabaka ya majani ya mahindi ya kaskazini',
    'Obulwadde bw’amabaka ku bikoola bya kasooli (northern leaf blight)',
  ),
  latinName: 'Exserohilum turcicum',
  message: line(
    ['N1', 'N2', 'N3'],
    'This is northern leaf blight, a fungus that makes large cigar-shaped dead patches on maize leaves.',
    'Haya ni mabaka ya majani ya kaskazini, kuvu inayofanya mabaka makubwa yaliyokufa yenye umbo la sigara kwenye majani ya mahindi.',
    'Buno bulwadde bwa fangasi (northern leaf blight) obuleeta amabaka amanene agafaanana sigala agafudde ku bikoola bya kasooli.',
  ),
  explanation: line(
    ['N1', 'N4', 'N5', 'N6'],
    'It needs mild weather with long dew or rain, and lives on old stalks. Set before tasselling it can take a third to half of the harvest; if upper leaves stay clean until about six weeks after silking, it takes little.',
    'Huhitaji hali ya wastani yenye umande au mvua ndefu, na huishi kwenye mabua ya zamani. Ikianza kabla ya mbelewele yaweza kuchukua theluthi hadi nusu ya mavuno; majani ya juu yakibaki safi hadi wiki sita hivi baada ya nywele kutoka, hasara ni ndogo.',
    'Bwetaaga obudde obw’ekigero n’omusulo oba enkuba ebimala ebbanga, era bubeera mu nduli enkadde. Bwe butandika nga kasooli tannasansula busobola okutwala ekitundu kimu kya kusatu okutuuka ku kimu kya kubiri eky’amakungula; ebikoola eby’engulu bwe bisigala nga birungi okumala wiiki nga mukaaga ng’ebyoya bimaze okuvaayo, bukosa kitono.',
  ),
  urgency: { usual: 'medium', rules: [{ level: 'high', when: beforeTasselling, sources: ['N1', 'N5'] }, lowWhenRipe] },
  sections: {
    whatYouSee: [
      line(
        ['N1', 'N2', 'N3'],
        'A few large cigar-shaped spots, as long as 3 to 15 cm, gray-green at first and then tan.',
        'Madoa machache makubwa yenye umbo la sigara, urefu wa sm 3 hadi 15, ya kijani-kijivu mwanzoni kisha hudhurungi.',
        'Amabala matono naye manene agafaanana sigala, obuwanvu bwa sm 3 okutuuka ku 15, nga gasooka kuba ga kiragala-kivuuvu ne gafuuka ga kitaka.',
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
        'Gray leaf spot: a straight-sided narrow strip between the veins, not a broad cigar.',
        'Madoa ya kijivu: mstari mwembamba wenye kingo zilizonyooka kati ya mishipa, si sigara pana.',
        'Amabala ag’ekivuuvu: kakuubo kafunda akagolokofu wakati w’emisuwa, so si kifaananyi kya sigala ennene.',
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
    'This is a leaf blight of maize, northern or southern; both kill patches of the leaf.',
    'Haya ni mabaka ya majani ya mahindi, ya kaskazini au ya kusini; yote huua sehemu za jani.',
    'Buno bulwadde bw’amabaka ku kasooli, northern oba southern; bwombi butta ebitundu by’ekikoola.',
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
        'Northern: a few large cigar-shaped spots, 3 to 15 cm long, gray-green and then tan.',
        'Ya kaskazini: madoa machache makubwa yenye umbo la sigara, sm 3 hadi 15, ya kijani-kijivu kisha hudhurungi.',
        'Northern: amabala matono amanene agafaanana sigala, sm 3 okutuuka ku 15, aga kiragala-kivuuvu ne gafuuka ga kitaka.',
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
    'This is maize streak, a virus that small leafhopper insects carry from plant to plant.',
    'Huu ni ugonjwa wa milia ya mahindi, virusi vinavyobebwa na wadudu wadogo warukao kutoka mmea hadi mmea.',
    'Buno bulwadde bwa kasooli obwa streak, akawuka akatambuzibwa obuwuka obutono obubuuka okuva ku kimera okudda ku kirala.',
  ),
  explanation: line(
    ['G6'],
    'The leaf loses its green in fine streaks. In East Africa it has taken a third to more than half of the harvest.',
    'Jani hupoteza kijani chake kwa milia myembamba. Afrika Mashariki imechukua theluthi hadi zaidi ya nusu ya mavuno.',
    'Ekikoola kifiirwa kiragala waakyo mu bukuubo obutono. Mu buvanjuba bwa Afirika bubadde butwala ekitundu kimu kya kusatu okutuuka ku kisukka mu kimu kya kubiri eky’amakungula.',
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
        'Maize lethal necrosis: mottled leaves, early drying and bad cobs, with no cure. If you see that, report it today.',
        'Ugonjwa hatari wa mahindi (MLN): majani yenye mabaka mabaka, kukauka mapema na magunzi mabaya, hauna tiba. Ukiuona, toa taarifa leo.',
        'Obulwadde bwa MLN: ebikoola ebya bitanga, okukala nga tebunnatuuka n’ebikongoliro ebibi, tebulina ddagala. Bw’obulaba, bubikke leero eri omulimisa.',
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
    'This looks like the work of fall armyworm, a caterpillar, and not like a rust.',
    'Hii inaonekana kuwa kazi ya viwavijeshi vamizi, si kutu.',
    'Kino kifaanana ng’omulimu gw’akasaanyi (fall armyworm), so si butalagge.',
  ),
  explanation: line(
    ['KUTU'],
    'It is an insect, not a fungus, so what helps against rust does not help here. Have an expert confirm it before you treat anything.',
    'Ni mdudu, si kuvu, kwa hiyo kinachosaidia dhidi ya kutu hakisaidii hapa. Mtaalamu athibitishe kabla hujatibu chochote.',
    'Kiwuka, si fangasi, kale ekiyamba ku butalagge tekiyamba wano. Omukugu asooke akakase nga tonnajjanjaba kintu kyonna.',
  ),
  urgency: { usual: 'medium', rules: [lowWhenRipe] },
  sections: {
    whatYouSee: [
      unconfirmedLine(
        ['KUTU'],
        'Chewed see-through windows in the leaf, and droppings in the heart of the plant.',
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
        'Before you plant, ask the extension officer what worked against it near you.',
        'Kabla ya kupanda, muulize afisa ugani nini kimefanya kazi dhidi yake karibu nawe.',
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
    'This is maize lethal necrosis, which comes when two viruses meet in one plant.',
    'Huu ni ugonjwa hatari wa mahindi (MLN), unaotokea virusi viwili vinapokutana kwenye mmea mmoja.',
    'Buno bulwadde bwa MLN, obujja obuwuka bwa vayirasi bubiri bwe busisinkana mu kimera kimu.',
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
