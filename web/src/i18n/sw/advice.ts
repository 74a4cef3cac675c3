import type { Translation } from '../catalogs.ts'
import type { advice as english } from '../en/advice.ts'

export const advice: Translation<typeof english> = {
  'learn.title': 'Ujue ugonjwa',
  'learn.intro':
    'Yale ambayo Kutu inajua kuhusu magonjwa ya majani ya mahindi, maharage, ngano na mpunga. Kila makala yanaweza kusomwa bila akaunti, na bila mtandao baada ya programu kufunguliwa mara moja.',
  'learn.crop.maize': 'Mahindi',
  'learn.crop.beans': 'Maharage',
  'learn.crop.wheat': 'Ngano',
  'learn.crop.rice': 'Mpunga',
  'learn.crop.any': 'Zao lolote',
  'learn.all': 'Makala yote',

  'article.urgency': 'Uharaka',
  'article.urgency.low': 'Si haraka',
  'article.urgency.medium': 'Wiki hii',
  'article.urgency.high': 'Leo',
  'article.urgency.usual': 'Kwa kawaida',
  'article.sources': 'Vyanzo',
  'article.source': 'Chanzo {key}',
  'article.sources_note': 'Kutu huonyesha vyanzo vyake kama maandishi na haiunganishi na ukurasa ambao haujakaguliwa.',
  'article.reviewed': 'Ilisomwa na kulinganishwa na vyanzo vyake {date}',
  'article.country': 'Nchi yako',
  'article.country.KE': 'Nchini Kenya',
  'article.country.UG': 'Nchini Uganda',
  'article.country.other': 'Nchi nyingine',
  'article.country_note': 'Kinachoruhusiwa kupulizwa hutegemea sheria za nchi.',
  'article.compare': 'Linganisha na',
  'article.share': 'Shiriki',
  'article.print': 'Chapisha',
  'article.copied': 'Anwani ya makala haya imenakiliwa.',
  'article.copy_failed': 'Anwani haikuweza kunakiliwa. Inakili kutoka kwenye sehemu ya anwani.',
  'article.check_leaf': 'Kagua jani',
  'article.check_leaf_note': 'Huna uhakika kama hili ndilo ulilonalo? Piga picha ya jani moja uiache Kutu iangalie.',
  'article.gone.title': 'Makala haya hayapo',
  'article.gone.message': 'Huenda anwani imeandikwa vibaya. Makala yote yako kwenye ukurasa mmoja.',
}
