import { type DiseaseCard, line, localize, unconfirmedLine } from '../disease-card.ts'
import { checkEveryWeek, lowWhenRipe, noCheckedSprayAdvice, reviewedOn, tellNeighbours } from './shared.ts'

const stayOutWhileWet = line(
  ['A1'],
  'Keep out of the field while it is wet.',
  'Usiingie shambani likiwa limelowa.',
  'Toyingira mu nnimiro nga mbisi.',
)

export const beansRust: DiseaseCard = {
  id: 'beans-rust',
  crop: 'beans',
  productClass: 'common_rust',
  diseases: ['rust'],
  title: localize('Bean rust', 'Kutu ya maharage', 'Obutalagge bw’ebijanjaalo'),
  latinName: 'Uromyces appendiculatus',
  message: line(
    ['B1', 'B2', 'B3'],
    'This is bean rust, a fungus. It makes small powdery red-brown spots on leaves.',
    'Hii ni kutu ya maharage, aina ya kuvu. Hufanya vipele vidogo vya kahawia-nyekundu vyenye unga kwenye majani.',
    'Buno butalagge bw’ebijanjaalo, obulwadde bwa fangasi. Buleeta obubala obutono obwa kitaka-kimyufu obw’olufuufu ku bikoola.',
  ),
  explanation: line(
    ['B1', 'B2', 'B4', 'U1'],
    'Wind, tools, insects and splashing rain carry it. It comes when leaves stay wet over ten hours. In Uganda trials, weak varieties lost up to two thirds.',
    'Upepo, zana, wadudu na matone ya mvua huieneza. Huja majani yakibaki yamelowa zaidi ya saa kumi. Katika majaribio ya Uganda, aina dhaifu zilipoteza hadi theluthi mbili za mavuno.',
    'Empewo, ebikozesebwa, ebiwuka n’amatondo g’enkuba bye bibusaasaanya. Bujja ng’ebikoola bimaze essaawa ezisukka mu kkumi nga bibisi. Mu kugezesa mu Uganda, ebika ebinafu byafiirwa okutuuka ku bibiri bya kusatu.',
  ),
  weather: line(
    ['P1', 'P2', 'P15', 'P16'],
    'It infects when leaves stay wet most of a mild night.',
    'Huambukiza majani yakilowa sehemu kubwa ya usiku usio na baridi kali.',
    'Bukwata ng’ebikoola bimaze ekitundu ekinene eky’ekiro nga bibisi mu budde obw’ekigero.',
  ),
  urgency: {
    usual: 'high',
    rules: [
      {
        level: 'high',
        when: localize(
          'At the first powdery spots, before the pods fill',
          'Vipele vya kwanza vyenye unga vinapoonekana, kabla maganda hayajajaa',
          'Ng’obubala bw’olufuufu obusooka bulabise, ebikuta nga tebinnajjula',
        ),
        sources: ['B4'],
      },
      {
        level: 'low',
        when: localize('When the pods are full', 'Maganda yakiwa yamejaa', 'Ebikuta bwe biba bijjudde'),
        sources: ['KUTU'],
      },
    ],
  },
  sections: {
    whatYouSee: [
      line(
        ['B1', 'B2', 'B3'],
        'Pin-point whitish or yellow bumps come first.',
        'Kwanza huja vinundu vidogo kama ncha ya sindano, vyeupe au vya manjano.',
        'Okusooka wajja obutulututtu obutono ng’akasongezo k’empiso, obweru oba obwa kyenvu.',
      ),
      line(
        ['B1', 'B2', 'B3'],
        'Then round, raised, red-brown powdery spots of 1 to 2 mm. Many have a yellow ring. Most are under the leaf, some on stems and pods.',
        'Kisha vipele vya duara, vya kahawia-nyekundu, vyenye unga, mm 1 hadi 2. Mara nyingi vina duara la manjano. Vingi viko chini ya jani, vingine kwenye mashina na maganda.',
        'Oluvannyuma obubala obwekulungirivu obugazimbye, obwa kitaka-kimyufu, obw’olufuufu, mm 1 okutuuka ku 2. Emirundi mingi bwetooloddwa kyenvu. Okusinga bubeera wansi w’ekikoola, obumu ku biti n’ebikuta.',
      ),
      line(
        ['B1', 'B2'],
        'Badly hit leaves dry and fall.',
        'Majani yaliyoathirika sana hukauka na kuanguka.',
        'Ebikoola ebikoseddwa ennyo bikala ne bigwa.',
      ),
    ],
    lookAlikes: [
      line(
        ['A1', 'B1'],
        'Angular leaf spot: flat gray-brown spots with corners, stopped by veins. No powder.',
        'Madoa-pembe: madoa bapa ya kijivu-kahawia yenye pembe, yanayozuiwa na mishipa. Hayana unga.',
        'Amabala ag’ensonda: amaseeteevu aga kivuuvu-kitaka agalina ensonda, agakoma ku misuwa gy’ekikoola. Tegalina lufuufu.',
      ),
    ],
    doToday: [
      line(
        ['B2', 'B3'],
        'Stay out of wet rows.',
        'Usiingie kwenye mistari ikiwa imelowa.',
        'Toyingira mu nnyiriri z’ebijanjaalo nga mibisi.',
      ),
      line(
        ['B4'],
        'Look at 100 plants all over the field. Count those with about 5 spotted leaves, 2 to 5 spots each.',
        'Angalia mimea 100 katika shamba lote. Hesabu yenye majani 5 hivi ya vipele. Kila jani liwe na vipele 2 hadi 5.',
        'Kebera ebimera 100 mu nnimiro yonna. Bala ebirina ebikoola nga 5 ebiriko obubala. Buli kikoola kibeeko obubala 2 okutuuka ku 5.',
      ),
      line(
        ['B4'],
        'Are 5 to 10 plants like that? Act now. Do most plants have many spots? Then a spray comes too late.',
        'Je, mimea 5 hadi 10 iko hivyo? Chukua hatua sasa. Mimea mingi ina vipele vingi? Basi dawa imechelewa.',
        'Ebimera 5 okutuuka ku 10 bwe biri bwe bityo? Baako ky’okolawo kati. Ebimera ebisinga biriko obubala bungi? Olwo eddagala liba likeereye.',
      ),
    ],
    restOfSeason: [
      unconfirmedLine(
        ['KUTU'],
        'Pull off the worst leaves early and bury them.',
        'Ondoa majani yaliyoathirika zaidi mapema na uyafukie.',
        'Nogako ebikoola ebisinga okukosebwa nga bukyali obiziike.',
      ),
      checkEveryWeek,
    ],
    nextSeason: [
      line(
        ['B1', 'B2', 'B3'],
        'Plant no beans or other legumes here for 2 to 3 years. Mix beans with a cereal.',
        'Usipande maharage au mikunde mingine hapa kwa miaka 2 hadi 3. Changanya maharage na zao la nafaka.',
        'Tosimba bijanjaalo wadde ebika byabyo ebirala wano okumala emyaka 2 oba 3. Tabika ebijanjaalo n’ekirime eky’empeke nga kasooli.',
      ),
      line(
        ['B1', 'B2', 'B3'],
        'Destroy old plants and beans that come up by themselves. Keep old and new crops apart.',
        'Haribu mabaki ya zao la zamani na maharage yaliyojiotea. Tenganisha zao la zamani na jipya.',
        'Saanyaawo ebisigalira by’ekirime ekikadde n’ebijanjaalo ebyemeza byokka. Yawula ekirime ekikadde n’ekipya.',
      ),
      line(
        ['B1', 'B2', 'U1'],
        'Plant a variety that resists rust. NABE 15, NABE 16, K132 and Masindi Yellow suffered most in trials.',
        'Panda aina inayostahimili kutu. NABE 15, NABE 16, K132 na Masindi Yellow ziliathirika zaidi katika majaribio.',
        'Simba ekika ekigumira obutalagge. Mu kugezesa, NABE 15, NABE 16, K132 ne Masindi Yellow byasinga okukosebwa.',
      ),
    ],
    sprayOnlyIf: [
      line(
        ['B4'],
        'The pods are not full yet. And only if your count reaches 5 to 10 plants in 100. Many spots on most plants: too late.',
        'Maganda bado hayajajaa. Na tu ikiwa hesabu yako ni mimea 5 hadi 10 kwa 100. Mimea mingi ikiwa na vipele vingi, umechelewa.',
        'Ebikuta tebinnajjula. Era tofuuyira okuggyako ng’obaze ebimera ebyo 5 okutuuka ku 10 ku 100. Ebimera ebisinga bwe bibaako obubala bungi, oba okeereye.',
      ),
    ],
  },
  mayNeedSpray: true,
  lookAlikeIds: ['beans-angular-leaf-spot'],
  reviewedOn,
}

export const beansAngularLeafSpot: DiseaseCard = {
  id: 'beans-angular-leaf-spot',
  crop: 'beans',
  productClass: 'other_disease',
  diseases: ['angular_leaf_spot'],
  title: localize(
    'Angular leaf spot of beans',
    'Madoa-pembe ya majani ya maharage',
    'Amabala ag’ensonda ku bikoola by’ebijanjaalo',
  ),
  latinName: 'Pseudocercospora griseola',
  message: line(
    ['A1'],
    'This is angular leaf spot, a fungus. It makes gray-brown spots with corners on bean leaves.',
    'Haya ni madoa-pembe, aina ya kuvu. Hufanya madoa ya kijivu-kahawia yenye pembe kwenye majani ya maharage.',
    'Gano mabala ag’ensonda, obulwadde bwa fangasi. Buleeta amabala aga kivuuvu-kitaka agalina ensonda ku bikoola by’ebijanjaalo.',
  ),
  explanation: line(
    ['A1', 'A2', 'A3'],
    'It lives in seed and old plants for at least a year. Seed, splashing rain and wind spread it. Wet and dry days in turn help it. Bad cases in Africa lose half of the harvest or more.',
    'Huishi kwenye mbegu na mimea ya zamani kwa angalau mwaka. Mbegu, matone ya mvua na upepo huieneza. Siku za mvua na ukavu zikibadilishana huisaidia. Hali mbaya Afrika hupoteza nusu ya mavuno au zaidi.',
    'Bubeera mu nsigo ne mu bimera ebikadde okumala waakiri omwaka. Ensigo, amatondo g’enkuba n’empewo bye bibusaasaanya. Ennaku ez’enkuba n’ez’omusana ezisikiragana zibuyamba. Bwe buyitirira mu Afirika bufiiriza ekitundu ky’amakungula oba okusingawo.',
  ),
  urgency: {
    usual: 'medium',
    rules: [
      {
        level: 'high',
        when: localize(
          'From flowering to podding, in wet weather',
          'Kuanzia maua hadi maganda, wakati wa mvua',
          'Okuva ku kumulisa okutuuka ku bikuta, mu budde obw’enkuba',
        ),
        sources: ['A1'],
      },
      lowWhenRipe,
    ],
  },
  sections: {
    whatYouSee: [
      line(
        ['A1'],
        'Mostly from flowering on: small gray-brown spots with corners, about 3 mm. The veins stop them.',
        'Zaidi kuanzia maua: madoa madogo ya kijivu-kahawia yenye pembe, mm 3 hivi. Mishipa huyazuia.',
        'Okusinga nga bimulisa: amabala amatono aga kivuuvu-kitaka agalina ensonda, nga mm 3. Gakoma ku misuwa gy’ekikoola.',
      ),
      line(
        ['A1'],
        'On the first leaves spots are round, ringed, up to 15 mm. Under the leaf there is dark mould.',
        'Majani ya kwanza yana madoa ya duara, yenye pete, hadi mm 15. Chini ya jani kuna ukungu mweusi.',
        'Ku bikoola ebisooka amabala gaba meekulungirivu, ga mpeta, okutuuka ku mm 15. Wansi w’ekikoola wabaawo obukuku obuddugavu.',
      ),
      line(
        ['A1'],
        'Sunken dark spots on pods and stems. Leaves fall early.',
        'Madoa meusi yaliyozama kwenye maganda na mashina. Majani huanguka mapema.',
        'Amabala amaddugavu agabonnye ku bikuta ne ku biti. Ebikoola bigwa nga tebinnatuuka.',
      ),
    ],
    lookAlikes: [
      line(
        ['A1', 'B1'],
        'Bean rust: round raised spots whose powder rubs off on your finger.',
        'Kutu ya maharage: vipele vya duara vilivyoinuka ambavyo unga wake hubaki kidoleni.',
        'Obutalagge bw’ebijanjaalo: obubala obwekulungirivu obugazimbye nga olufuufu lwabwo lusigala ku lugalo.',
      ),
      unconfirmedLine(
        ['KUTU'],
        'Anthracnose: darkened veins and sunken sores on the pods.',
        'Chule (anthracnose): mishipa iliyotiwa weusi na vidonda vilivyozama kwenye maganda.',
        'Anthracnose: emisuwa egiddugadde n’amabwa agabonnye ku bikuta.',
      ),
    ],
    doToday: [
      line(
        ['A1'],
        'If only a few plants are bad, pull those out.',
        'Kama ni mimea michache tu iliyoathirika sana, ing’oe.',
        'Ebimera ebikoseddwa ennyo bwe biba bitono, bikuulemu.',
      ),
      line(
        ['A1'],
        'Do not keep seed from this plot.',
        'Usihifadhi mbegu kutoka kiwanja hiki.',
        'Totereka nsigo za mu kifo kino.',
      ),
      stayOutWhileWet,
    ],
    restOfSeason: [checkEveryWeek, tellNeighbours],
    nextSeason: [
      line(
        ['A4', 'A6', 'A7'],
        'Clean, certified seed comes first.',
        'Mbegu safi zilizothibitishwa ndizo kwanza.',
        'Ensigo ennungi ezikakasiddwa ze zisooka.',
      ),
      line(
        ['A1', 'A2'],
        'Grow another crop on this plot. Remove what is left of old beans.',
        'Panda zao lingine kwenye kiwanja hiki. Ondoa mabaki ya maharage ya zamani.',
        'Simba ekirime ekirala mu kifo kino. Ggyawo ebisigalira by’ebijanjaalo ebikadde.',
      ),
      line(
        ['A4', 'A6', 'A7'],
        'Choose a variety that has proved itself near you. The fungus has many races. A variety called resistant elsewhere may fail here.',
        'Chagua aina iliyojithibitisha karibu nawe. Kuvu hii ina makundi mengi. Aina inayoitwa stahimilivu kwingine yaweza kushindwa hapa.',
        'Londa ekika ekyekakasizza okumpi naawe. Fangasi ono alina ebika bingi. Ekika ekiyitibwa ekigumu awalala kiyinza okulemererwa wano.',
      ),
    ],
    sprayOnlyIf: [
      unconfirmedLine(
        ['KUTU'],
        'The beans are for seed or of high value. And only if the weather is wet, at flowering or later.',
        'Maharage ni ya mbegu au ya thamani kubwa. Na tu ikiwa yamefikia maua au zaidi, na kuna mvua.',
        'Ebijanjaalo bya nsigo oba bya muwendo munene. Era tofuuyira okuggyako nga bimulisizza oba okusingawo, mu budde bwa nkuba.',
      ),
      noCheckedSprayAdvice,
    ],
  },
  safeStep: stayOutWhileWet,
  mayNeedSpray: true,
  lookAlikeIds: ['beans-rust'],
  reviewedOn,
}

export const beansCards: DiseaseCard[] = [beansRust, beansAngularLeafSpot]
