import type { Translation } from '../catalogs.ts'
import type { advice as english } from '../en/advice.ts'

export const advice: Translation<typeof english> = {
  'learn.title': 'Manya obulwadde',
  'learn.intro':
    'Endwadde z’ebikoola bya kasooli, ebijanjaalo, eŋŋaano n’omuceere. Osobola okusoma awatali mutimbagano.',
  'learn.map': 'Laba obulwadde gye bulabiddwa',
  'learn.crop.any': 'Ekirime kyonna',
  'learn.all': 'Ebiwandiiko byonna',

  'article.urgency.low': 'Si kya mangu',
  'article.urgency.medium': 'Wiiki eno',
  'article.urgency.high': 'Leero',
  'article.urgency.usual': 'Bulijjo',
  'article.about': 'Ebisingawo',
  'article.sources': 'Ensibuko',
  'article.reviewed': 'Kyasomebwa ne kigeraageranyizibwa n’ensibuko zaakyo nga {date}',
  'article.country.KE': 'Mu Kenya',
  'article.country.UG': 'Mu Uganda',
  'article.country.other': 'Eggwanga eddala',
  'article.photos': 'Ebifaananyi by’abalimi ba Kutu',
  'article.photo_alt': '{title}: ekifaananyi ky’omulimi, {origin}',
  'article.photo_remove': 'Ggyawo ekifaananyi kino',
  'article.photo_remove_title': 'Oggyewo ekifaananyi kino?',
  'article.photo_remove_note': 'Tekijja kuddamu kulabika mu buwandiike bwonna.',
  'article.photo_keep': 'Kireke',
  'article.photo_removed': 'Ekifaananyi kiggyiddwawo',
  'article.plate': "Ekifaananyi ky'ekikoola: {title}",
  'plate.early': 'Ku ntandikwa',
  'plate.late': 'Oluvannyuma',
  'plate.young': 'Ekikoola ekito',
  'plate.grown': 'Ekikoola ekikulu',
  'plate.close_up': 'Okumpi',
  'article.gone.title': 'Ekiwandiiko kino tekiriiwo',
  'article.gone.message': 'Endagiriro eyinza okuba nga yawandiikibwa bubi. Laba ebiwandiiko byonna.',
}
