import type { Translation } from '../catalogs.ts'
import type { common as english } from '../en/common.ts'

export const common: Translation<typeof english> = {
  'app.name': 'Kutu',
  'app.tagline': 'Zuula Mangu. Kola Mangu. Lima n’Amagezi.',
  'app.check_leaf': 'Kebera ekikoola kati',
  'app.check_leaf_note': 'Tekyetaaga akawunti',
  'app.skip': 'Buuka ogende ku bubaka',

  'action.cancel': 'Sazaamu',
  'action.close': 'Ggalawo',
  'action.retry': 'Gezaako nate',
  'action.search': 'Noonya',
  'action.sign_in': 'Yingira',
  'action.continue': 'Weeyongereyo',
  'action.undo': 'Ddiriza',

  'state.waiting': 'Kitikkibwa…',
  'state.offline': 'Tewali mutimbagano. Emiko gye waggulawo edda gikyakola.',
  'state.needs_network': 'Kino kijja kulabika ng’ofunye omutimbagano.',
  'state.failed.title': 'Kino tekisobodde kutikkibwa',
  'state.crashed.title': 'Omuko guno gulekedde awo okukola',
  'state.crashed.message': 'Ebikwata ku ggwe biri bulungi. Tikka omuko nate, oba ddayo ku ntandikwa.',
  'state.reload': 'Tikka omuko nate',
  'state.to_start': 'Genda ku ntandikwa',

  'notice.error': 'Ensobi',
  'notice.success': 'Kiwedde bulungi',
  'notice.info': 'Manya',
  'notice.region': 'Obubaka',

  'error.offline': 'Tewali mutimbagano. Kebera omutimbagano ogezeeko nate.',
  'error.unreadable': 'Waliwo ekisobye. Gezaako nate oluvannyuma lw’akaseera.',
  'error.part_missing': 'Kino tekisobodde kutikkibwa. Gezaako nate, oba tikka omuko nate.',
  'error.session_ended': 'Ofulumiziddwa. Yingira nate okweyongerayo.',
  'error.required': 'Jjuza ekifo kino.',

  'menu.dashboard': 'Olubaawo olukulu',
  'menu.terms': 'Obukwakkulizo n’ebyama',
  'menu.contact': 'Tutuukirire',

  'language.label': 'Olulimi',
  'language.en': 'English',
  'language.sw': 'Kiswahili',
  'language.lg': 'Luganda',
  'language.luganda_note': 'Oluganda terunnakeberebwa muntu alwogera ng’olulimi lwe oluzaaliranwa.',

  'field.optional': 'si kya tteeka',
  'field.choose': 'Londa',

  'password.show': 'Laga ekigambo ky’okuyingira',
  'password.hide': 'Kweka ekigambo ky’okuyingira',
}
