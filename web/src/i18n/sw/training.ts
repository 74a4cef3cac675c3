import type { Translation } from '../catalogs.ts'
import type { training as english } from '../en/training.ts'

export const training: Translation<typeof english> = {
  'model_card.lead': 'Jinsi modeli ilivyotengenezwa, inapatia mara ngapi, na inakosea wapi.',
  'model_card.version': 'Toleo {version} la {date}.',
  'model_card.made_of':
    '{bytes} kwenye simu, hesabu milioni {cost} kwa kuangalia mara moja, limefunzwa kwa picha {photos}.',
  'model_card.taught': 'Kilichobadilishwa na picha za wataalamu',
  'model_card.taught_version': 'Toleo {version} ndilo linalojibu sasa',
  'model_card.taught_note':
    'Yafuatayo yalipimwa kwa toleo {version}, ambalo hili lilianzia. Kilichobadilishwa na picha za wataalamu tangu hapo hukaguliwa katika kila kipindi cha mafunzo: takwimu zake ziko hapo juu.',
  'model_card.purpose': 'Ni ya nini',
  'model_card.purpose_text':
    'Kutu hupima picha ya jani moja la mahindi, maharage, ngano au mpunga. Hujibu kutu, ugonjwa mwingine au afya, na ina uhakika kiasi gani. Kisha mkulima huamua achukue hatua au amuulize mtaalamu.',
  'model_card.not_for': 'Isitumike kwa nini',
  'model_card.not_for.alone':
    'Kuwa sababu pekee ya kupulizia dawa, kuharibu mazao, kudai bima au kutangaza karantini. Inaposema “hatuna uhakika”, mtaalamu lazima aangalie.',
  'model_card.not_for.crops': 'Kwa mazao mengine zaidi ya haya manne.',
  'model_card.not_for.organism': 'Kutaja kiumbe. “Ugonjwa mwingine” unajumuisha wadudu na ukosefu wa virutubisho.',
  'model_card.not_for.loss': 'Kupima hasara ya mavuno. Eneo lililoathirika ni makadirio.',
  'model_card.figures': 'Inapatia mara ngapi',
  'model_card.figures_note':
    'Picha za majaribio hazikuchagua chochote. Kwa picha za kuchagulia, viwango na mafunzo vilichaguliwa, kwa hiyo takwimu zake zinapendezesha. Chini ya kila sehemu kuna kipindi chake cha 95% na idadi ya picha.',
  'model_card.set.test_field': 'Majaribio, shambani',
  'model_card.set.test_lab': 'Majaribio, maabara',
  'model_card.set.val': 'Za kuchagulia',
  'model_card.accuracy': 'Sahihi',
  'model_card.macro_f1': 'F1 ya wastani',
  'model_card.ece': 'Kosa la uhakika',
  'model_card.answered': 'Majani yaliyojibiwa kwa hakika',
  'model_card.right_of_answered': 'Sahihi kati ya hayo',
  'model_card.of_photos': 'kati ya picha {n}',
  'model_card.no_photos': 'Hakuna picha hizo',
  'model_card.parts_of': 'Kwa zao na aina: {set}',
  'model_card.part': 'Zao au aina',
  'model_card.all': 'Zote',
  'model_card.found': '{name}: zilizopatikana',
  'model_card.not_leaf': 'Si jani',
  'model_card.setting.field': 'shambani',
  'model_card.setting.lab': 'maabara',
  'model_card.photos': 'Picha',
  'model_card.limits': 'Mipaka inayojulikana',
  'model_card.limit.place':
    'Picha za chanzo kimoja zilipigwa katika kampeni moja, nchi moja, mara nyingi kwa kamera moja. Mahali papya tarajia pungufu kabisa ya takwimu hizi.',
  'model_card.limit.photos':
    'Mahindi yenye afya ya shambani yanatoka kampeni moja nchini Ghana. Hakuna picha za shambani za mpunga wenye afya. Ngano haina ugonjwa mwingine ila kutu, kwa hiyo ngano yenye septoria au mistari huenda ikaitwa kutu.',
  'model_card.limit.heat': 'Ramani ya joto ni ya jumla, si mchoro wa mipaka ya ugonjwa.',
  'model_card.limit.both': 'Mabaka mara nyingi huwa na kutu kidogo pia; jibu hutaja kimoja.',
  'model_card.limit.intervals': 'Picha za mmea mmoja hazijitegemei, kwa hiyo vipindi ni vyembamba kidogo kupita kiasi.',
  'model_card.sources': 'Picha zinatoka wapi',
  'model_card.sources_note': 'Kila moja chini ya leseni ambayo chanzo chake kinaitaja, kwa maneno yake.',
  'model_card.source': 'Chanzo',
  'model_card.licence': 'Leseni, kama ilivyotajwa',
  'model_card.attribution': 'Wa kutajwa',
}
