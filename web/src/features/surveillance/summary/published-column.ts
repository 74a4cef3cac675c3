import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from './queries.ts'

/** Returns a function that writes a column: its total, else what is shown with a plus for what is hidden, else "few". */
export function useColumnText(): (column: Column) => string {
  const { t, number } = useTranslation()
  return ({ total, shown }) => {
    if (total !== null) return number(total)
    return shown > 0 ? `${number(shown)}+` : t('map.few')
  }
}
