import type { Language } from '@kutu/contract/common'
import { say } from '../text/say.ts'

const customerTypes = ['individual_farmer', 'cooperative', 'company', 'ngo', 'research'] as const
export type CustomerType = (typeof customerTypes)[number]

export const isCustomerType = (id: string): id is CustomerType => customerTypes.some(type => type === id)

export const customerTypeName = (language: Language, id: string): string =>
  isCustomerType(id) ? say(language, `accounts.customer_type.${id}`) : ''

export const namedCustomerTypes = (language: Language) =>
  customerTypes.map(id => ({ id, name: customerTypeName(language, id) }))
