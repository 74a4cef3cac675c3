import { getErrorMessage } from '../../api/errors.ts'
import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { showError } from '../../ui/feedback/toasts.ts'
import { Select } from '../../ui/form/Select.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useUpdatePreferences } from './queries.ts'
import { listTimeZones } from './time-zones.ts'

const defaultOption = 'default'

/** The time zone of all times on screen and in emails. */
export function TimeZoneCard() {
  const { t, dateTime } = useTranslation()
  const timeZone = useUser()?.time_zone ?? null
  const updatePreferences = useUpdatePreferences()
  const options = [
    { value: defaultOption, label: t('settings.zone_default') },
    ...listTimeZones(timeZone).map(value => ({ value, label: value.replaceAll('_', ' ') })),
  ]
  const change = async (value: string) => {
    try {
      await updatePreferences.mutateAsync({ time_zone: value === defaultOption ? null : value })
    } catch (error) {
      showError(t('notice.error'), getErrorMessage(error))
    }
  }
  return (
    <Card title={t('settings.zone')}>
      <p className="text-muted">{t('settings.zone_lead')}</p>
      <Select
        label={t('settings.zone')}
        hint={t('settings.zone_now', { time: dateTime(new Date()) })}
        options={options}
        value={(updatePreferences.isPending ? updatePreferences.variables.time_zone : timeZone) ?? defaultOption}
        onChange={value => void change(value)}
      />
    </Card>
  )
}
