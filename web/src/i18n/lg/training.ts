import type { Translation } from '../catalogs.ts'
import type { training as english } from '../en/training.ts'

export const training: Translation<typeof english> = {
  'model_card.lead': 'Engeri modeli gye yakolebwa, emirundi gy’etuukiriza, ne w’eremererwa.',
  'model_card.version': 'Enkyusa {version} ey’olwa {date}.',
  'model_card.made_of':
    '{bytes} ku ssimu, okubala obukadde {cost} buli lw’etunula, yatendekebwa n’ebifaananyi {photos}.',
  'model_card.taught': 'Ebyakyusibwa ebifaananyi by’abakugu',
  'model_card.taught_version': 'Enkyusa {version} y’eddamu kati',
  'model_card.taught_note':
    'Ebiddirira byapimibwa ku nkyusa {version}, eno gye yatandikirako. Ebifaananyi by’abakugu bye byakyusa okuva olwo bikeberebwa mu buli musomo: emiwendo gyabyo gye giri waggulu.',
  'model_card.purpose': 'Ekola ki',
  'model_card.purpose_text':
    'Kutu epima ekifaananyi ky’ekikoola kimu ekya kasooli, ebijanjaalo, eŋŋaano oba omuceere. Eddamu obutalagge, obulwadde obulala oba obulamu, n’obukakafu bwayo. Olwo omulimi n’asalawo okubaako ky’akola oba okubuuza omukugu.',
  'model_card.not_for': 'Ky’etalina kukozesebwa',
  'model_card.not_for.alone':
    'Okuba ensonga yokka ey’okufuuyira eddagala, okuzikiriza ekirime, okusaba yinsuwa oba okulangirira kalantiini. Bw’egamba nti “tetukakasa”, omukugu ateekwa okutunula.',
  'model_card.not_for.crops': 'Ku birime ebirala ebitali bino ebina.',
  'model_card.not_for.organism':
    'Okwatuukiriza ekiramu ekireeta obulwadde. “Obulwadde obulala” mulimu ebiwuka n’ebbula ly’ebirungo.',
  'model_card.not_for.loss': 'Okupima okufiirwa amakungula. Ekitundu ekikoseddwa kiteeberezebwa buteeberezebwa.',
  'model_card.figures': 'Emirundi gy’etuukiriza',
  'model_card.figures_note':
    'Ebifaananyi eby’okugezesa tebyalonda kintu kyonna. Eby’okulondesa bye byalonda ebipimo n’okutendekebwa, n’olwekyo emiwendo gyabyo giwaana. Wansi wa buli mugabo waliwo ebbanga lyagwo erya 95% n’omuwendo gw’ebifaananyi.',
  'model_card.set.test_field': 'Okugezesa, mu nnimiro',
  'model_card.set.test_lab': 'Okugezesa, mu laabu',
  'model_card.set.val': 'Eby’okulondesa',
  'model_card.accuracy': 'Ebituufu',
  'model_card.macro_f1': 'F1 ey’awamu',
  'model_card.ece': 'Ensobi y’obukakafu',
  'model_card.answered': 'Ebikoola ebyaddibwamu n’obukakafu',
  'model_card.right_of_answered': 'Ebituufu ku ebyo',
  'model_card.of_photos': 'ku bifaananyi {n}',
  'model_card.no_photos': 'Tewali bifaananyi bwe bityo',
  'model_card.parts_of': 'Okusinziira ku kirime n’ekika: {set}',
  'model_card.part': 'Ekirime oba ekika',
  'model_card.all': 'Byonna',
  'model_card.found': '{name}: ebyazuulibwa',
  'model_card.not_leaf': 'Si kikoola',
  'model_card.setting.field': 'mu nnimiro',
  'model_card.setting.lab': 'mu laabu',
  'model_card.photos': 'Ebifaananyi',
  'model_card.limits': 'Ebikomo ebimanyiddwa',
  'model_card.limit.place':
    'Ebifaananyi by’ensibuko emu byakubibwa mu kaweefube omu, mu nsi emu, emirundi mingi ne kamera emu. Mu kifo ekipya suubira ebitono ku miwendo gino.',
  'model_card.limit.photos':
    'Kasooli omulamu ow’omu nnimiro ava mu kaweefube omu mu Ghana. Tewali bifaananyi bya mu nnimiro eby’omuceere omulamu. Eŋŋaano terina bulwadde bulala okuggyako obutalagge, n’olwekyo eŋŋaano erina septoria oba emisono eyinza okuyitibwa obutalagge.',
  'model_card.limit.heat': 'Mmaapu y’ebbugumu ya waggulu waggulu, si nsalo za bulwadde.',
  'model_card.limit.both':
    'Okukala kw’ebikoola emirundi mingi kubaako obutalagge obutono nabwo; okuddamu kwatula kimu.',
  'model_card.limit.intervals': 'Ebifaananyi by’ekimera kimu tebyetongodde, n’olwekyo amabanga gafunda katono.',
  'model_card.sources': 'Ebifaananyi gye biva',
  'model_card.sources_note': 'Buli kimu kiri wansi wa layisinsi ensibuko yaakyo gy’eyogera, mu bigambo byayo.',
  'model_card.source': 'Ensibuko',
  'model_card.licence': 'Layisinsi, nga bwe yayogerwa',
  'model_card.attribution': 'Ab’okwatulwa',
}
