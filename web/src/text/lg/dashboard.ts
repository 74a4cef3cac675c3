import type { Translation } from '../catalogue.ts'
import type { dashboard as english } from '../en/dashboard.ts'

export const dashboard: Translation<typeof english> = {
  'dashboard.farmer_title': 'Olubaawo lw’Omulimi',
}
