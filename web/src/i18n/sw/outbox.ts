import type { Translation } from '../catalogs.ts'
import type { outbox as english } from '../en/outbox.ts'

export const outbox: Translation<typeof english> = {
  'unsent.title': 'Vinavyosubiri kutumwa',
  'unsent.lead': 'Haya bado yako kwenye simu yako. Kutu itayatuma yenyewe.',
  'unsent.empty': 'Hakuna kinachosubiri',
  'unsent.state_photo': 'Inasubiri picha ya jani lake',
  'unsent.state_arrived': 'Toleo lako la kwanza lilikuwa limefika. Hilo ndilo linalohesabika.',
  'unsent.remove': 'Ondoa',
  'unsent.remove_title': 'Uondoe hili?',
  'unsent.remove_note': 'Halijatumwa. Litapotea.',
  'unsent.saved': 'Badiliko lako limehifadhiwa kwenye simu hii',
  'unsent.change_title': 'Badilisha kabla ya kutuma',
  'unsent.keep': 'Liache',
  'unsent.removed': 'Limeondolewa kwenye simu hii',
  'unsent.post': 'Chapisho',
  'unsent.comment': 'Maoni kuhusu {title}',
  'unsent.booking': 'Miadi na {name}',
  'unsent.cancellation': 'Kughairi miadi yako na {name}',
  'unsent.answers': 'Uliyoona kwenye mmea',
  'unsent.answers_count': '{count, plural, one {Jibu #} other {Majibu #}}',
  'unsent.report': 'Jibu lisilo sahihi: {answer}',
  'unsent.photo': 'Pamoja na picha',
  'unsent.leaf': 'Pamoja na jani kutoka historia yako',
}
