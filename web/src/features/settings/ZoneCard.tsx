import { messageOf } from '../../api/errors.ts'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Card } from '../../ui/Card.tsx'
import { Select } from '../../ui/Select.tsx'
import { showError } from '../../ui/toasts.ts'
import { useChoosePreferences } from './queries.ts'
import { zonesFor } from './zones.ts'

const none = 'default'

/** By which clock times are told, here and in letters. */
export function ZoneCard() {
  const { t, dateTime } = useText()
  const zone = useUser()?.time_zone ?? null
  const choose = useChoosePreferences()
  const options = [
    { value: none, label: t('settings.zone_default') },
    ...zonesFor(zone).map(value => ({ value, label: value.replaceAll('_', ' ') })),
  ]
  const change = async (value: string) => {
    try {
      await choose.mutateAsync({ time_zone: value === none ? null : value })
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    }
  }
  return (
    <Card title={t('settings.zone')}>
      <p className="text-muted">{t('settings.zone_lead')}</p>
      <Select
        label={t('settings.zone')}
        hint={t('settings.zone_now', { time: dateTime(new Date()) })}
        options={options}
        value={(choose.isPending ? choose.variables.time_zone : zone) ?? none}
        onChange={value => void change(value)}
      />
    </Card>
  )
}
