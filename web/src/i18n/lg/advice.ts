import type { Translation } from '../catalogs.ts'
import type { advice as english } from '../en/advice.ts'

export const advice: Translation<typeof english> = {
  'learn.title': 'Manya obulwadde',
  'learn.intro':
    'Endwadde z’ebikoola bya kasooli, ebijanjaalo, eŋŋaano n’omuceere. Osobola okusoma awatali mutimbagano.',
  'learn.crop.maize': 'Kasooli',
  'learn.crop.beans': 'Ebijanjaalo',
  'learn.crop.wheat': 'Eŋŋaano',
  'learn.crop.rice': 'Omuceere',
  'learn.crop.any': 'Ekirime kyonna',
  'learn.all': 'Ebiwandiiko byonna',

  'article.urgency': 'Obwangu',
  'article.urgency.low': 'Si kya mangu',
  'article.urgency.medium': 'Wiiki eno',
  'article.urgency.high': 'Leero',
  'article.urgency.usual': 'Bulijjo',
  'article.sources': 'Ensibuko',
  'article.source': 'Ensibuko {key}',
  'article.sources_note': 'Kutu eraga ensibuko zaayo mu bigambo era teyunga ku muko ogutakeberebwanga.',
  'article.reviewed': 'Kyasomebwa ne kigeraageranyizibwa n’ensibuko zaakyo nga {date}',
  'article.country': 'Eggwanga lyo',
  'article.country.KE': 'Mu Kenya',
  'article.country.UG': 'Mu Uganda',
  'article.country.other': 'Eggwanga eddala',
  'article.country_note': 'Ekikkirizibwa okufuuyirwa kisinziira ku mateeka g’eggwanga.',
  'article.plate': "Ekifaananyi ky'ekikoola: {title}",
  'article.compare': 'Geraageranya ne',
  'article.share': 'Gabana',
  'article.print': 'Kuba mu kyapa',
  'article.copied': 'Endagiriro y’ekiwandiiko kino ekoppeddwa.',
  'article.copy_failed': 'Endagiriro tesobodde kukoppebwa. Gikoppe okuva waggulu awali endagiriro.',
  'article.check_leaf': 'Kebera ekikoola',
  'article.check_leaf_note': 'Tokakasa? Kuba ekifaananyi ky’ekikoola kimu.',
  'article.gone.title': 'Ekiwandiiko kino tekiriiwo',
  'article.gone.message': 'Endagiriro eyinza okuba nga yawandiikibwa bubi. Laba ebiwandiiko byonna.',
}
