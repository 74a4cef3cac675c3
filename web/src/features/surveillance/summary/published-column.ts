import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from './queries.ts'

/** Adds columns of one table. The sum has a total if all of them have. */
export function addColumns(columns: readonly Column[]): Column {
  const shown = columns.reduce((sum, column) => sum + (column.total ?? column.shown), 0)
  return { shown, total: columns.every(({ total }) => total !== null) ? shown : null }
}

/** Returns a function that writes a column: its total, else what is shown with a plus for what is hidden, else "few". */
export function useColumnText(): (column: Column) => string {
  const { t, number } = useTranslation()
  return ({ total, shown }) => {
    if (total !== null) return number(total)
    return shown > 0 ? `${number(shown)}+` : t('map.few')
  }
}
