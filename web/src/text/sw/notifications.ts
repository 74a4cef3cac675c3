import type { Translation } from '../catalogue.ts'
import type { notifications as english } from '../en/notifications.ts'

export const notifications: Translation<typeof english> = {
  'notifications.unread': '{count, plural, =0 {Hakuna isiyosomwa} one {# haijasomwa} other {# hazijasomwa}}',
  'notifications.bell': 'Arifa, {count, plural, one {# haijasomwa} other {# hazijasomwa}}',
  'notifications.none': 'Hakuna arifa',
  'notifications.none_hint': 'Hapa utajua chapisho lako likiidhinishwa, mtu akitoa maoni, au mtaalamu akijibu.',
  'notifications.none_unread': 'Umesoma zote.',
  'notifications.read': 'Imesomwa',
  'notifications.unread_one': 'Haijasomwa',
  'notifications.mark': 'Weka kuwa Imesomwa',
  'notifications.marked': 'Arifa imewekwa kuwa imesomwa',
  'notifications.mark_all': 'Weka zote kuwa zimesomwa',
  'notifications.marked_all': 'Arifa zote zimewekwa kuwa zimesomwa',
  'notifications.all': 'Arifa zote',
  'notifications.filter': 'Onyesha',
  'notifications.filter_all': 'Zote',
  'notifications.filter_unread': 'Zisizosomwa tu',
}
