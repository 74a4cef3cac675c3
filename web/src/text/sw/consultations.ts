import type { Translation } from '../catalogue.ts'
import type { consultations as english } from '../en/consultations.ts'

export const consultations: Translation<typeof english> = {
  'slots.lead': 'Wakati ambapo mkulima anaweza kukuwekea miadi. Wakulima huona zijazo; zilizopita huzimika zenyewe.',

  'bookings.lead': 'Miadi ambayo wakulima wameweka nawe. Idhinisha kwa kuchagua saa, au ghairi.',
}
