import type { Translation } from '../catalogs.ts'
import type { common as english } from '../en/common.ts'

export const common: Translation<typeof english> = {
  'app.name': 'Kutu',
  'app.tagline': 'Gundua Mapema. Chukua Hatua Haraka. Lima kwa Busara.',
  'app.check_leaf': 'Kagua jani sasa',
  'app.check_leaf_note': 'Huhitaji akaunti',
  'app.skip': 'Ruka hadi kwenye maudhui',

  'action.cancel': 'Ghairi',
  'action.close': 'Funga',
  'action.retry': 'Jaribu tena',
  'action.search': 'Tafuta',
  'action.sign_in': 'Ingia',
  'action.continue': 'Endelea',
  'action.undo': 'Tendua',

  'state.waiting': 'Inapakia…',
  'state.offline': 'Huna mtandao. Kurasa ulizofungua awali bado zinafanya kazi.',
  'state.needs_network': 'Hii itapatikana ukiwa na mtandao.',
  'state.failed.title': 'Haikuweza kupakiwa',
  'state.crashed.title': 'Ukurasa huu umeacha kufanya kazi',
  'state.crashed.message': 'Data yako iko salama. Pakia ukurasa upya, au rudi mwanzo.',
  'state.reload': 'Pakia ukurasa upya',
  'state.to_start': 'Nenda mwanzo',

  'notice.error': 'Hitilafu',
  'notice.success': 'Imefanikiwa',
  'notice.info': 'Taarifa',
  'notice.region': 'Ujumbe',

  'error.offline': 'Hakuna mtandao. Angalia muunganisho wako kisha ujaribu tena.',
  'error.unreadable': 'Kuna hitilafu. Tafadhali jaribu tena baada ya muda mfupi.',
  'error.part_missing': 'Haikuweza kupakiwa. Jaribu tena, au pakia ukurasa upya.',
  'error.session_ended': 'Umetolewa. Ingia tena ili kuendelea.',
  'error.required': 'Jaza sehemu hii.',

  'menu.dashboard': 'Dashibodi',
  'menu.terms': 'Masharti na faragha',
  'menu.contact': 'Wasiliana nasi',

  'language.label': 'Lugha',
  'language.en': 'English',
  'language.sw': 'Kiswahili',
  'language.lg': 'Luganda',
  'language.luganda_note': 'Kiganda bado hakijakaguliwa na mzungumzaji mzawa.',

  'field.optional': 'si lazima',
  'field.choose': 'Chagua',

  'password.show': 'Onyesha nenosiri',
  'password.hide': 'Ficha nenosiri',
}
