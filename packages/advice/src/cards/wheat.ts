import { type DiseaseCard, line, localize, unconfirmedLine } from '../disease-card.ts'
import { checkEveryWeek, inspectTwentyPlants, lowWhenRipe, photographThreeLeaves, reviewedOn } from './shared.ts'

const resistantWheat = line(
  ['W3', 'W7'],
  'Plant certified seed of a variety that resists rust now. Take it from this year’s national list. Names age quickly, so ask every year.',
  'Panda mbegu zilizothibitishwa za aina inayostahimili kutu sasa. Ichague kwenye orodha ya taifa ya mwaka huu. Majina hupitwa na wakati haraka, hivyo uliza kila mwaka.',
  'Simba ensigo ezikakasiddwa ez’ekika ekigumira obutalagge kati. Kilonde ku lukalala lw’eggwanga olw’omwaka guno. Amannya gaggwaako amangu, kale buuza buli mwaka.',
)

const killWheatVolunteers = line(
  ['W3', 'W7'],
  'Destroy wheat that comes up by itself.',
  'Haribu ngano iliyojiotea yenyewe.',
  'Saanyaawo eŋŋaano eyeemeza yokka.',
)

const stemLookAlike = line(
  ['W1', 'W2'],
  'Stem rust: long blisters on the stem, with torn edges.',
  'Kutu ya shina: malengelenge marefu kwenye shina, yenye kingo zilizochanika.',
  'Obutalagge bw’enduli: amabwa amawanvu ku nduli, agalina enkomerero eziyulise.',
)

const leafLookAlike = line(
  ['W1', 'W2'],
  'Leaf rust: small orange dots scattered over the leaf.',
  'Kutu ya majani: vidoa vidogo vya rangi ya chungwa vilivyotawanyika kwenye jani.',
  'Obutalagge bw’ebikoola: obutonnyeze bwa kacungwa obutono obusaasaanye ku kikoola.',
)

const stripeLookAlike = line(
  ['R1', 'E1'],
  'Stripe rust: yellow rows along the veins.',
  'Kutu ya mistari: mistari ya manjano kufuata mishipa.',
  'Obutalagge obw’ennyiriri: ennyiriri eza kyenvu okugoberera emisuwa gy’ekikoola.',
)

const unconfirmedSprayTiming = unconfirmedLine(
  ['W6'],
  'Work in Kenya began at about 5 percent infection. It was repeated after two weeks.',
  'Kazi nchini Kenya ilianza kwenye maambukizi ya takriban asilimia 5. Ilirudiwa baada ya wiki mbili.',
  'Omulimu mu Kenya gwatandikira ku bulwadde bwa bitundu nga 5 ku kikumi. Gwaddibwamu oluvannyuma lwa wiiki bbiri.',
)

const clothRub = line(
  ['W1', 'W2'],
  'Rub a leaf and a stem with a white cloth. Orange, brown or yellow powder means rust.',
  'Futa jani na shina kwa kitambaa cheupe. Unga wa chungwa, kahawia au manjano ni kutu.',
  'Siimuuza ekikoola n’enduli akagoye akeeru. Olufuufu lwa kacungwa, kitaka oba kyenvu lutegeeza butalagge.',
)

export const wheatStemRust: DiseaseCard = {
  id: 'wheat-stem-rust',
  crop: 'wheat',
  productClass: 'common_rust',
  diseases: ['stem_rust'],
  title: localize('Stem rust of wheat', 'Kutu ya shina ya ngano', 'Obutalagge bw’enduli z’eŋŋaano'),
  latinName: 'Puccinia graminis f. sp. tritici',
  message: line(
    ['W1', 'W2', 'W3', 'W4'],
    'This is stem rust, also called black rust. It is the most dangerous rust of wheat.',
    'Hii ni kutu ya shina, au kutu nyeusi. Ndiyo kutu hatari zaidi ya ngano.',
    'Buno butalagge bw’enduli, oba obutalagge obuddugavu. Bwe businga obulabe ku ŋŋaano.',
  ),
  explanation: line(
    ['W2', 'W4', 'W5'],
    'It likes warmth and wet plants. Its race Ug99 was first found in Uganda in 1999. In 2007 many farmers in Narok lost the whole crop.',
    'Hupenda joto na mimea iliyolowa. Kundi lake la Ug99 liligunduliwa kwanza Uganda mwaka 1999. Mwaka 2007 wakulima wengi wa Narok walipoteza zao lote.',
    'Bwagala ebbugumu n’ebimera ebibisi. Ekika kyabwo ekya Ug99 kyasooka kuzuulibwa mu Uganda mu 1999. Mu 2007 abalimi bangi mu Narok baafiirwa ekirime kyonna.',
  ),
  weather: line(
    ['P1', 'P2', 'P10', 'P11', 'P12'],
    'It infects when leaves stay wet for six hours in warm weather.',
    'Huambukiza majani yakilowa kwa saa sita wakati wa joto.',
    'Bukwata ng’ebikoola bimaze essaawa mukaaga nga bibisi mu budde obw’ebbugumu.',
  ),
  urgency: { usual: 'high', rules: [] },
  sections: {
    whatYouSee: [
      line(
        ['W1', 'W2', 'W3'],
        'Long ragged blisters with torn edges of skin, 3 to 10 mm. They are brick-red to dark brown.',
        'Malengelenge marefu yenye kingo za ngozi zilizochanika, mm 3 hadi 10. Ni ya nyekundu ya tofali hadi kahawia iliyokolea.',
        'Amabwa amawanvu, ng’olususu luyuziddwa ku mabbali, mm 3 okutuuka ku 10. Gaba mamyufu ng’ettofaali okutuuka ku kitaka ekikutte.',
      ),
      line(
        ['W1', 'W2', 'W3'],
        'On stems, sheaths, both leaf faces and ears. They turn black late, and stems break.',
        'Kwenye mashina, ala za majani, pande zote za jani na masuke. Huwa meusi mwishoni, na mashina huvunjika.',
        'Ku nduli, ku bisusunku by’ebikoola, ku njuyi zombi ez’ekikoola ne ku birimba. Gaddugala oluvannyuma, n’enduli zimenyeka.',
      ),
    ],
    lookAlikes: [leafLookAlike, stripeLookAlike],
    doToday: [
      line(
        ['E1', 'R1', 'W4'],
        'Treat it as an emergency: have an expert confirm it today.',
        'Ichukulie kama dharura: mtaalamu aithibitishe leo.',
        'Kitwale ng’ekyamangu: omukugu akikakase leero.',
      ),
      line(
        ['KUTU'],
        'Report it to the extension office. KALRO in Kenya and NARO in Uganda take reports too.',
        'Toa taarifa kwa ofisi ya ugani. KALRO nchini Kenya na NARO nchini Uganda pia hupokea taarifa.',
        'Kitegeeze ofiisi y’omulimisa. KALRO mu Kenya ne NARO mu Uganda nazo zifuna amawulire.',
      ),
      line(['E1', 'R1'], 'Do not wait for it to spread.', 'Usisubiri ienee.', 'Tolinda kumala kusaasaana.'),
    ],
    restOfSeason: [
      line(
        ['W5'],
        'Keep walking the field. In a Kenyan survey, one or two sprays alone were not enough.',
        'Endelea kukagua shamba. Katika uchunguzi nchini Kenya, dawa mara moja au mbili peke yake haikutosha.',
        'Sigala okebera ennimiro. Mu kunoonyereza mu Kenya, okufuuyira omulundi gumu oba ebiri kwokka tekwamala.',
      ),
      checkEveryWeek,
    ],
    nextSeason: [resistantWheat, killWheatVolunteers],
    sprayOnlyIf: [
      line(
        ['W5'],
        'An expert has confirmed it. And only if the grain is not yet hard. A resistant variety still comes first.',
        'Mtaalamu ameithibitisha. Na tu ikiwa nafaka bado si ngumu. Aina stahimilivu bado ndiyo ya kwanza.',
        'Omukugu akikakasizza. Era tofuuyira okuggyako ng’empeke tezinnaguma. Ekika ekigumira obulwadde kye kisooka.',
      ),
      unconfirmedSprayTiming,
    ],
  },
  safeStep: clothRub,
  mayNeedSpray: true,
  lookAlikeIds: ['wheat-leaf-rust', 'wheat-stripe-rust'],
  reviewedOn,
}

export const wheatLeafRust: DiseaseCard = {
  id: 'wheat-leaf-rust',
  crop: 'wheat',
  productClass: 'common_rust',
  diseases: ['leaf_rust'],
  title: localize('Leaf rust of wheat', 'Kutu ya majani ya ngano', 'Obutalagge bw’ebikoola by’eŋŋaano'),
  latinName: 'Puccinia triticina',
  message: line(
    ['W1', 'W2'],
    'This is leaf rust, or brown rust, a fungus. It dots wheat leaves with orange-brown powder.',
    'Hii ni kutu ya majani, au kutu ya kahawia, aina ya kuvu. Hutia majani ya ngano vidoa vya unga wa chungwa-kahawia.',
    'Buno butalagge bw’ebikoola, oba obwa kitaka, obulwadde bwa fangasi. Buteeka obutonnyeze obw’olufuufu lwa kacungwa-kitaka ku bikoola by’eŋŋaano.',
  ),
  explanation: line(
    ['W2', 'W8'],
    'It grows at 15 to 20 degrees with dew. It shows 10 to 14 days after it came. A Kenyan factsheet says seven growers in ten meet it. At worst it can cost the whole crop.',
    'Hukua kwenye nyuzi 15 hadi 20 na umande. Huonekana siku 10 hadi 14 baada ya kuingia. Kijarida cha Kenya kinasema wakulima saba kati ya kumi hukutana nayo. Hali mbaya zaidi yaweza kuchukua zao lote.',
    'Bukulira mu bbugumu lya ddiguli 15 okutuuka ku 20 n’omusulo. Bulabika nga wayise ennaku 10 okutuuka ku 14. Akatabo k’e Kenya kagamba nti abalimi musanvu ku kkumi babusanga. Bwe buyitirira busobola okutwala ekirime kyonna.',
  ),
  weather: line(
    ['P1', 'P2', 'P6', 'P7', 'P8', 'P9'],
    'It infects when leaves stay wet for six hours in mild weather.',
    'Huambukiza majani yakilowa kwa saa sita katika hewa ya wastani.',
    'Bukwata ng’ebikoola bimaze essaawa mukaaga nga bibisi mu budde obw’ekigero.',
  ),
  urgency: {
    usual: 'high',
    rules: [
      {
        level: 'high',
        when: localize('Before heading and flowering', 'Kabla ya masuke na maua', 'Ng’ebirimba n’ebimuli tebinnajja'),
        sources: ['KUTU'],
      },
      {
        level: 'medium',
        when: localize('After flowering', 'Baada ya maua', 'Ng’okumulisa kuwedde'),
        sources: ['KUTU'],
      },
      lowWhenRipe,
    ],
  },
  sections: {
    whatYouSee: [
      line(
        ['W1', 'W2'],
        'Small round to oval orange-brown spots, about 1.5 mm, scattered. Most are on the upper face of the leaf.',
        'Vipele vidogo vya duara hadi yai, vya chungwa-kahawia, mm 1.5 hivi. Vimetawanyika, zaidi upande wa juu wa jani.',
        'Obubala obutono obwekulungirivu oba obw’eggi, obwa kacungwa-kitaka, nga mm 1.5. Buba busaasaanye, okusinga ku ludda olw’engulu olw’ekikoola.',
      ),
      line(
        ['W1', 'W2'],
        'The dust stays on your clothes. Badly hit leaves dry up.',
        'Unga hubaki kwenye nguo zako. Majani yaliyoathirika sana hukauka.',
        'Olufuufu lusigala ku ngoye zo. Ebikoola ebikoseddwa ennyo bikala.',
      ),
    ],
    lookAlikes: [stemLookAlike, stripeLookAlike],
    doToday: [
      line(
        ['W8'],
        'Look in 8 to 10 places, high ground first. Check under the low leaves.',
        'Angalia sehemu 8 hadi 10, miinuko kwanza. Tazama chini ya majani ya chini.',
        'Kebera ebifo 8 okutuuka ku 10, ebigulumivu bisooke. Tunula ne wansi w’ebikoola ebya wansi.',
      ),
      line(
        ['KUTU'],
        'Check the stems too. Photograph 3 more leaves. Ask an expert which rust it is.',
        'Angalia mashina pia. Piga picha za majani 3 zaidi. Muulize mtaalamu ni kutu ipi.',
        'Kebera n’enduli. Kuba ebifaananyi by’ebikoola ebirala 3. Buuza omukugu butalagge ki.',
      ),
      line(
        ['E1', 'R1', 'KUTU'],
        'Report it early to the extension office. Do not wait for it to spread.',
        'Toa taarifa mapema kwa ofisi ya ugani. Usisubiri ienee.',
        'Kitegeeze ofiisi y’omulimisa nga bukyali. Tolinda kumala kusaasaana.',
      ),
    ],
    restOfSeason: [
      checkEveryWeek,
      unconfirmedLine(
        ['KUTU'],
        'Protect the flag leaf, the last leaf below the ear.',
        'Linda jani bendera, jani la mwisho chini ya suke.',
        'Kuuma ekikoola ekisembayo ekiri wansi w’ekirimba.',
      ),
    ],
    nextSeason: [resistantWheat, killWheatVolunteers],
    sprayOnlyIf: [
      line(
        ['W5', 'KUTU'],
        'An expert has confirmed it. And only if it is early and the grain not yet hard.',
        'Mtaalamu ameithibitisha. Na tu ikiwa bado ni mapema, na nafaka bado si ngumu.',
        'Omukugu akikakasizza. Era tofuuyira okuggyako nga bukyali, era ng’empeke tezinnaguma.',
      ),
      unconfirmedSprayTiming,
    ],
  },
  safeStep: clothRub,
  mayNeedSpray: true,
  lookAlikeIds: ['wheat-stem-rust', 'wheat-stripe-rust'],
  reviewedOn,
}

export const wheatStripeRust: DiseaseCard = {
  id: 'wheat-stripe-rust',
  crop: 'wheat',
  productClass: 'common_rust',
  diseases: ['stripe_rust', 'yellow_rust'],
  title: localize('Stripe rust of wheat', 'Kutu ya mistari ya ngano', 'Obutalagge obw’ennyiriri ku ŋŋaano'),
  latinName: 'Puccinia striiformis',
  message: line(
    ['R1', 'E1'],
    'This is stripe rust, or yellow rust. It lies in yellow rows along wheat leaves.',
    'Hii ni kutu ya mistari, au kutu ya manjano. Hukaa kwa mistari ya manjano kwenye majani ya ngano.',
    'Buno butalagge obw’ennyiriri, oba obwa kyenvu. Bubeera mu nnyiriri za kyenvu ku bikoola by’eŋŋaano.',
  ),
  explanation: line(
    ['E1', 'R1', 'W9'],
    'It likes cool, rainy high ground, at 10 to 16 degrees. Above about 24 degrees it fades. Guides say: act on the very first plant.',
    'Hupenda miinuko yenye baridi na mvua, nyuzi 10 hadi 16. Juu ya nyuzi 24 hivi hupungua. Miongozo inasema: chukua hatua kwa mmea wa kwanza kabisa.',
    'Bwagala ebifo ebigulumivu ebinnyogovu eby’enkuba, ddiguli 10 okutuuka ku 16. Waggulu wa ddiguli nga 24 bukendeera. Ebitabo bigamba okubaako ky’okola ku kimera ekisookera ddala.',
  ),
  weather: line(
    ['P1', 'P2', 'P3', 'P4', 'P5'],
    'It infects when leaves stay wet for four hours on cool nights.',
    'Huambukiza majani yakilowa kwa saa nne usiku wenye baridi.',
    'Bukwata ng’ebikoola bimaze essaawa nnya nga bibisi mu kiro ekinnyogovu.',
  ),
  urgency: {
    usual: 'high',
    rules: [
      {
        level: 'high',
        when: localize(
          'Most of all on high ground, before flowering',
          'Hasa kwenye miinuko, kabla ya maua',
          'Okusinga ku bifo ebigulumivu, ng’okumulisa tekunnatuuka',
        ),
        sources: ['E1', 'R1'],
      },
    ],
  },
  sections: {
    whatYouSee: [
      line(
        ['R1', 'E1'],
        'Yellow-orange powdery spots in narrow rows along the veins.',
        'Vipele vya unga vya manjano-chungwa kwa mistari myembamba kufuata mishipa.',
        'Obubala obw’olufuufu obwa kyenvu-kacungwa mu nnyiriri enfunda okugoberera emisuwa gy’ekikoola.',
      ),
      line(
        ['R1', 'E1'],
        'Also on the leaf sheath, the neck and the ear.',
        'Pia kwenye ala ya jani, shingo na suke.',
        'Era ne ku kisusunku ky’ekikoola, ku bulago ne ku kirimba.',
      ),
    ],
    lookAlikes: [
      line(
        ['R1', 'E1'],
        'A yellow leaf without powdery spots is something else. It can be hunger for nitrogen, too much water, age or drought.',
        'Jani la manjano bila vipele vya unga ni jambo lingine. Huenda ni upungufu wa naitrojeni, maji mengi, uzee au ukame.',
        'Ekikoola ekya kyenvu ekitaliiko bubala bwa lufuufu kiba kirala. Kiyinza okuba enjala ya nayitulojeni, amazzi amangi, obukadde oba ekyeya.',
      ),
      stemLookAlike,
      leafLookAlike,
    ],
    doToday: [
      line(
        ['E1', 'R1'],
        'Pull out the first sick plants, even a single one. Bury or burn them.',
        'Ng’oa mimea migonjwa ya kwanza, hata kama ni mmoja. Ifukie au uichome.',
        'Kuulamu ebimera ebisoose okulwala, ne bwe kiba kimu. Biziike oba byokye.',
      ),
      line(
        ['E1', 'R1'],
        'Go into the field as little as you can. Wash hands, tools and clothes.',
        'Ingia shambani mara chache uwezavyo. Osha mikono, zana na nguo.',
        'Yingira mu nnimiro emirundi mitono nga bw’osobola. Naaba engalo, yoza ebikozesebwa n’engoye.',
      ),
      line(
        ['KUTU'],
        'Have an expert confirm it today and tell the extension office.',
        'Mtaalamu aithibitishe leo na uwarifu ofisi ya ugani.',
        'Omukugu akikakase leero era otegeeze ofiisi y’omulimisa.',
      ),
    ],
    restOfSeason: [
      line(
        ['R1', 'E1'],
        'Keep weeding and take out wild grasses.',
        'Endelea kupalilia na kuondoa nyasi pori.',
        'Sigala okoola era oggyewo essubi ery’omu nsiko.',
      ),
    ],
    nextSeason: [
      resistantWheat,
      line(
        ['R1', 'E1'],
        'Rotate with potatoes, beans or other pulses, and feed the crop evenly.',
        'Badilisha na viazi, maharage au mikunde mingine, na ulishe zao kwa uwiano.',
        'Kyusakyusa n’obumonde, ebijanjaalo oba ebika byabyo ebirala, era oliise ekirime mu kigero.',
      ),
      line(
        ['R1', 'E1'],
        'Remove wheat that comes up by itself and wild grasses.',
        'Ondoa ngano iliyojiotea na nyasi pori.',
        'Ggyawo eŋŋaano eyeemeza yokka n’essubi ery’omu nsiko.',
      ),
    ],
    sprayOnlyIf: [
      line(
        ['E1', 'R1'],
        'An expert has confirmed it. And only if just the first plants have it. Once many plants carry long rows it is too late.',
        'Mtaalamu ameithibitisha. Na tu ikiwa ni mimea ya kwanza tu iliyo nayo. Mimea mingi ikiwa na mistari mirefu, umechelewa.',
        'Omukugu akikakasizza. Era tofuuyira okuggyako ng’ebimera ebisooka byokka bye bibulina. Ebimera bingi bwe bibaako ennyiriri empanvu, oba okeereye.',
      ),
    ],
  },
  safeStep: clothRub,
  mayNeedSpray: true,
  lookAlikeIds: ['wheat-leaf-rust', 'wheat-stem-rust'],
  reviewedOn,
}

export const wheatRust: DiseaseCard = {
  id: 'wheat-rust',
  crop: 'wheat',
  productClass: 'common_rust',
  diseases: ['rust'],
  title: localize('Rust of wheat', 'Kutu ya ngano', 'Obutalagge bw’eŋŋaano'),
  latinName: null,
  message: line(
    ['W1', 'W2'],
    'This is a wheat rust: stem rust, leaf rust or stripe rust.',
    'Hii ni kutu ya ngano: ya shina, ya majani au ya mistari.',
    'Buno butalagge bw’eŋŋaano: obw’enduli, obw’ebikoola oba obw’ennyiriri.',
  ),
  explanation: line(
    ['W2', 'W4'],
    'The photo does not tell which of the three. Stem rust has taken whole crops in Kenya. Treat it as the worst until an expert has looked.',
    'Picha haionyeshi ni ipi kati ya hizo tatu. Kutu ya shina imewahi kuchukua zao lote nchini Kenya. Ichukulie kuwa mbaya zaidi hadi mtaalamu aangalie.',
    'Ekifaananyi tekiraga bwe buliwa ku obwo obusatu. Obutalagge bw’enduli bwali bututte ekirime kyonna mu Kenya. Butwale ng’obusinga obubi okutuusa omukugu lw’anaalaba.',
  ),
  urgency: { usual: 'high', rules: [] },
  sections: {
    whatYouSee: [stemLookAlike, leafLookAlike, stripeLookAlike],
    lookAlikes: [
      line(
        ['R1', 'E1'],
        'A yellow leaf without powdery spots is no rust. Think of hunger, water or age.',
        'Jani la manjano bila vipele vya unga si kutu. Fikiria njaa ya mmea, maji au uzee.',
        'Ekikoola ekya kyenvu ekitaliiko bubala bwa lufuufu si butalagge. Lowooza ku njala y’ekimera, amazzi oba obukadde.',
      ),
    ],
    doToday: [
      clothRub,
      inspectTwentyPlants,
      line(
        ['E1', 'R1', 'W4'],
        'Have an expert confirm it today and tell the extension office. Do not wait for it to spread.',
        'Mtaalamu aithibitishe leo na uwarifu ofisi ya ugani. Usisubiri ienee.',
        'Omukugu akikakase leero era otegeeze ofiisi y’omulimisa. Tolinda kumala kusaasaana.',
      ),
    ],
    restOfSeason: [checkEveryWeek, photographThreeLeaves],
    nextSeason: [resistantWheat, killWheatVolunteers],
    sprayOnlyIf: [
      line(
        ['W5', 'E1', 'R1'],
        'An expert has confirmed which rust it is. And only if it is early and the grain not yet hard.',
        'Mtaalamu amethibitisha ni kutu ipi. Na tu ikiwa bado ni mapema, na nafaka bado si ngumu.',
        'Omukugu akakasizza butalagge ki. Era tofuuyira okuggyako nga bukyali, era ng’empeke tezinnaguma.',
      ),
    ],
  },
  mayNeedSpray: true,
  lookAlikeIds: ['wheat-stem-rust', 'wheat-leaf-rust', 'wheat-stripe-rust'],
  reviewedOn,
}

export const wheatCards: DiseaseCard[] = [wheatStemRust, wheatLeafRust, wheatStripeRust, wheatRust]
