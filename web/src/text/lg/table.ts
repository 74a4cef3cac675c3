import type { Translation } from '../catalogue.ts'
import type { table as english } from '../en/table.ts'

export const table: Translation<typeof english> = {
  'table.search': 'Noonya',
  'table.search_by': 'Noonya ng’okozesa',
  'table.no_results': 'Tewali kizuuliddwa',
  'table.loading': 'Bitikka…',
  'table.page_size': 'Ennyiriri ku muko',
  'table.all': 'Zonna',
  'table.pages': 'Emiko',
  'table.first': 'Omuko ogusooka',
  'table.previous': 'Omuko oguyise',
  'table.next': 'Omuko oguddako',
  'table.last': 'Omuko ogusembayo',
  'table.range': '{from} okutuuka ku {to} ku {count}',
  'table.select': 'Londa',
  'table.select_page': 'Londa zonna eziri ku muko guno',
  'table.select_row': 'Londa {name}',
  'table.selected': '{count, plural, one {Olunyiriri # lulondeddwa} other {Ennyiriri # zirondeddwa}}',
}
