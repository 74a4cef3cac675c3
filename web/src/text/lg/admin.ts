import type { Translation } from '../catalogue.ts'
import type { admin as english } from '../en/admin.ts'

export const admin: Translation<typeof english> = {
  'waiting_experts.title': 'Abakugu abalindiridde',
}
