import type { Translation } from '../catalogs.ts'
import type { outbox as english } from '../en/outbox.ts'

export const outbox: Translation<typeof english> = {
  'unsent.title': 'Vinavyosubiri kutumwa',
  'unsent.lead': 'Uliandika haya bila mtandao. Kutu itayatuma yenyewe.',
  'unsent.empty': 'Hakuna kinachosubiri',
  'unsent.empty_note': 'Vyote kwenye simu hii vimetumwa.',
  'unsent.send': 'Tuma sasa',
  'unsent.state_waiting': 'Inasubiri kutumwa',
  'unsent.state_photo': 'Inasubiri picha ya jani lake',
  'unsent.state_arrived': 'Toleo lako la kwanza lilikuwa limefika. Hilo ndilo linalohesabika.',
  'unsent.change': 'Badilisha',
  'unsent.remove': 'Ondoa',
  'unsent.remove_title': 'Uondoe hili?',
  'unsent.remove_note': 'Halijatumwa. Litapotea.',
  'unsent.save': 'Hifadhi',
  'unsent.saved': 'Badiliko lako limehifadhiwa kwenye simu hii',
  'unsent.change_title': 'Badilisha kabla ya kutuma',
  'unsent.keep': 'Liache',
  'unsent.removed': 'Limeondolewa kwenye simu hii',
  'unsent.failed': 'Simu hii haikuweza kuhifadhi badiliko.',
  'unsent.post': 'Chapisho',
  'unsent.comment': 'Maoni kuhusu {title}',
  'unsent.booking': 'Miadi na {name}',
  'unsent.cancellation': 'Kughairi miadi yako na {name}',
  'unsent.photo': 'Pamoja na picha',
  'unsent.leaf': 'Pamoja na jani kutoka historia yako',
}
