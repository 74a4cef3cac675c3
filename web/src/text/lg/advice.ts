import type { Translation } from '../catalogue.ts'
import type { advice as english } from '../en/advice.ts'

export const advice: Translation<typeof english> = {
  'learn.title': 'Eby’okuyiga',
}
