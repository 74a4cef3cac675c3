import type { Translation } from '../catalogue.ts'
import type { accounts as english } from '../en/accounts.ts'

export const accounts: Translation<typeof english> = {
  'login.title': 'Ingia',
}
