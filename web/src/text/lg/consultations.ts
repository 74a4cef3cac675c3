import type { Translation } from '../catalogue.ts'
import type { consultations as english } from '../en/consultations.ts'

export const consultations: Translation<typeof english> = {
  'slots.lead': 'Ekiseera omulimi ky’ayinzizaamu okukukwata. Abalimi balaba ebijja; ebiyise byeggyako byokka.',

  'bookings.lead': 'Abalimi bye baakwata naawe. Kkiriza ng’olonda essaawa, oba sazaamu.',
}
