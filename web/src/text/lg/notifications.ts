import type { Translation } from '../catalogue.ts'
import type { notifications as english } from '../en/notifications.ts'

export const notifications: Translation<typeof english> = {
  'notifications.unread': '{count, plural, =0 {Tewali kitasomeddwa} one {# tekinnasomebwa} other {# tebinnasomebwa}}',
  'notifications.bell': 'Ebimanyisibwa, {count, plural, one {# tekinnasomebwa} other {# tebinnasomebwa}}',
  'notifications.none': 'Tewali bimanyisibwa',
  'notifications.none_hint':
    'Wano w’okitegeerera ng’obubaka bwo bukkiriziddwa, ng’omuntu awadde endowooza, oba ng’omukugu azzeemu.',
  'notifications.none_unread': 'Byonna wabisomye.',
  'notifications.read': 'Kisomeddwa',
  'notifications.unread_one': 'Tekinnasomebwa',
  'notifications.mark': 'Kiteeke mu Bisomeddwa',
  'notifications.marked': 'Ekimanyisibwa kiteekeddwa mu bisomeddwa',
  'notifications.mark_all': 'Byonna biteeke mu bisomeddwa',
  'notifications.marked_all': 'Ebimanyisibwa byonna biteekeddwa mu bisomeddwa',
  'notifications.all': 'Ebimanyisibwa byonna',
  'notifications.filter': 'Laga',
  'notifications.filter_all': 'Byonna',
  'notifications.filter_unread': 'Ebitannasomebwa byokka',
  'notifications.kind': 'Ebikwata ku',
  'notifications.kind_every': 'Byonna',
  'notifications.kind_analysis': 'Okwekenneenya ebifaananyi',
  'notifications.kind_posts': 'Ebisaliddwawo ku bubaka bwange',
  'notifications.kind_answers': 'Endowooza ku bubaka bwange',
  'notifications.kind_comments': 'Endowooza zange',
  'notifications.kind_bookings': 'Okusaba okusisinkana',
  'notifications.kind_training': 'Okutendeka modeli',
  'notifications.kind_moderation': 'Obubaka obwangu obutaddiddwamu',
  'notifications.none_of_kind': 'Tewali kya kika kino kituuse.',
}
