import type { Language } from '@kutu/contract/common'
import { t } from '../../../platform/i18n/translate.ts'

const customerTypes = ['individual_farmer', 'cooperative', 'company', 'ngo', 'research'] as const
export type CustomerType = (typeof customerTypes)[number]

export const isCustomerType = (id: string): id is CustomerType => customerTypes.some(type => type === id)

export const getCustomerTypeName = (language: Language, id: string): string =>
  isCustomerType(id) ? t(language, `accounts.customer_type.${id}`) : ''

export const listCustomerTypes = (language: Language) =>
  customerTypes.map(id => ({ id, name: getCustomerTypeName(language, id) }))
