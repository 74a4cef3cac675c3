import type { Translation } from '../catalogue.ts'
import type { pages as english } from '../en/pages.ts'

export const pages: Translation<typeof english> = {
  'not_found.title': 'Omuko guno teguliiwo',
  'not_found.message': 'Endagiriro eyinza okuba ng’ewandiikiddwa bubi, oba omuko gusenguddwa.',
}
