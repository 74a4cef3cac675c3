import type { Translation } from '../catalogue.ts'
import type { pages as english } from '../en/pages.ts'

export const pages: Translation<typeof english> = {
  'not_found.title': 'Ukurasa huu haupo',
  'not_found.message': 'Huenda anwani imeandikwa vibaya, au ukurasa umehamishwa.',
}
