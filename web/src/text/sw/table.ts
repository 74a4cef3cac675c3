import type { Translation } from '../catalogue.ts'
import type { table as english } from '../en/table.ts'

export const table: Translation<typeof english> = {
  'table.search': 'Tafuta',
  'table.search_by': 'Tafuta kwa',
  'table.no_results': 'Hakuna matokeo',
  'table.loading': 'Inapakia…',
  'table.page_size': 'Safu kwa ukurasa',
  'table.all': 'Zote',
  'table.pages': 'Kurasa',
  'table.first': 'Ukurasa wa kwanza',
  'table.previous': 'Ukurasa uliotangulia',
  'table.next': 'Ukurasa unaofuata',
  'table.last': 'Ukurasa wa mwisho',
  'table.range': '{from} hadi {to} kati ya {count}',
  'table.select': 'Chagua',
  'table.select_page': 'Chagua zote kwenye ukurasa huu',
  'table.select_row': 'Chagua {name}',
  'table.selected': '{count, plural, one {Safu # imechaguliwa} other {Safu # zimechaguliwa}}',
}
