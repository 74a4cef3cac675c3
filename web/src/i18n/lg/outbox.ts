import type { Translation } from '../catalogs.ts'
import type { outbox as english } from '../en/outbox.ts'

export const outbox: Translation<typeof english> = {
  'unsent.title': 'Ebirindirira okusindikibwa',
  'unsent.lead': 'Bino bikyali ku ssimu yo. Kutu ejja kubisindika yokka.',
  'unsent.empty': 'Tewali kirindirira',
  'unsent.state_photo': 'Kirindirira ekifaananyi ky’ekikoola kyakyo',
  'unsent.state_arrived': 'Kye wasooka okuwandiika kyali kituuse. Ekyo kye kibalibwa.',
  'unsent.remove': 'Ggyawo',
  'unsent.remove_title': 'Kino okiggyewo?',
  'unsent.remove_note': 'Tekinnasindikibwa. Kijja kubula.',
  'unsent.saved': 'Enkyukakyuka yo eterekeddwa ku ssimu eno',
  'unsent.change_title': 'Kyusa nga tonnasindika',
  'unsent.keep': 'Kireke',
  'unsent.removed': 'Kiggyiddwa ku ssimu eno',
  'unsent.post': 'Obubaka',
  'unsent.comment': 'Endowooza ku {title}',
  'unsent.booking': 'Okukwata ekiseera kya {name}',
  'unsent.cancellation': 'Okusazaamu ekiseera kyo ne {name}',
  'unsent.answers': 'Bye walabye ku kimera',
  'unsent.answers_count': '{count, plural, one {Eky’okuddamu #} other {Eby’okuddamu #}}',
  'unsent.report': 'Eky’okuddamu ekikyamu: {answer}',
  'unsent.photo': 'Nga kuliko ekifaananyi',
  'unsent.leaf': 'Nga kuliko ekikoola okuva mu byafaayo byo',
}
