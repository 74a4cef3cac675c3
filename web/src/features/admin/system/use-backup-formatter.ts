import type { SystemStatus } from '@kutu/contract/admin'
import { useTranslation } from '../../../i18n/use-translation.ts'

const hoursShown = 48

/** Returns a function that formats the age of the last backup in hours, then in days, and says if it is not encrypted. */
export function useBackupFormatter() {
  const { t } = useTranslation()
  return ({ is_scheduled, is_encrypted, age_hours }: SystemStatus['backups']): string => {
    if (!is_scheduled) return t('system.backup_off')
    if (age_hours === null) return t('system.backup_none')
    const age =
      age_hours < hoursShown
        ? t('system.backup_hours', { count: age_hours })
        : t('system.backup_days', { count: Math.floor(age_hours / 24) })
    return is_encrypted ? age : t('system.backup_open', { age })
  }
}

/** Returns true if backups are switched off, late or readable by whoever finds one. */
export const isBackupAtRisk = ({ is_scheduled, is_encrypted, age_hours }: SystemStatus['backups']): boolean =>
  !is_scheduled || !is_encrypted || age_hours === null || age_hours >= hoursShown
