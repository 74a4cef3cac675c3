import { channelsByKind, type NotificationChannel } from '@kutu/contract/notifications/notification-kinds'
import type { NotificationChoice } from '@kutu/contract/notifications/notification-settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../ui/feedback/Skeleton.tsx'
import { showError } from '../../ui/feedback/toasts.ts'
import { useAction } from '../../ui/feedback/use-action.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { getKindsForRole } from './notification-appearance.ts'
import { disablePush, enablePush, isPushEnabled, isPushSupported } from './push.ts'
import { preferencesQuery, useSavePreference } from './queries.ts'

/** The kinds of notifications and their channels. Each change is saved immediately. */
export function NotificationPreferencesCard() {
  const { t } = useTranslation()
  return (
    <Card title={t('notifications.choices')}>
      <p className="text-muted">{t('notifications.choices_lead')}</p>
      <PushSwitch />
      <Loaded query={useQuery(preferencesQuery())} skeleton={<SkeletonList count={4} className="h-20 w-full" />}>
        {({ choices }) => <KindList choices={choices} />}
      </Loaded>
    </Card>
  )
}

function KindList({ choices }: { choices: readonly NotificationChoice[] }) {
  const { t } = useTranslation()
  const role = useUser()?.role ?? 'farmer'
  return (
    <div className="flex flex-col divide-y divide-line">
      {getKindsForRole(role).map(kind => (
        <fieldset key={kind} className="flex min-w-0 flex-col py-3 lg:flex-row lg:items-center">
          <legend className="float-left font-bold lg:w-72">{t(`notifications.kind_${kind}`)}</legend>
          <div className="clear-both grid grow grid-cols-2 gap-x-4 sm:grid-cols-4 lg:clear-none">
            {channelsByKind[kind].map(channel => (
              <ChannelCheckbox
                key={channel}
                choice={choices.find(each => each.kind === kind && each.channel === channel)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

function ChannelCheckbox({ choice }: { choice: NotificationChoice | undefined }) {
  const { t } = useTranslation()
  const savePreference = useSavePreference()
  if (!choice) return null
  const channelLabels: Record<NotificationChannel, string> = {
    in_app: t('notifications.in_app'),
    mail: t('notifications.mail'),
    text: t('notifications.text'),
    push: t('notifications.push'),
  }
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={choice.is_on}
        onChange={event =>
          savePreference.mutate({ ...choice, is_on: event.target.checked }, { onError: error => showError(error) })
        }
        className="size-6 shrink-0 accent-leaf"
      />
      {channelLabels[choice.channel]}
    </label>
  )
}

/** Turns push notifications of this device on and off. */
function PushSwitch() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data: isEnabled } = useQuery({ queryKey: ['push'], queryFn: isPushEnabled, staleTime: 0 })
  const { run: toggle, isBusy } = useAction(async () => {
    try {
      if (isEnabled) await disablePush()
      else if (!(await enablePush())) showError(t('notifications.push_refused'))
    } finally {
      await client.invalidateQueries({ queryKey: ['push'] })
    }
  })
  if (!isPushSupported()) return <p className="text-sm text-muted">{t('notifications.push_impossible')}</p>
  return (
    <Button
      variant="secondary"
      className="self-start"
      busy={isBusy || isEnabled === undefined}
      icon={BellRing}
      onClick={() => void toggle()}
    >
      {t(isEnabled ? 'notifications.push_off' : 'notifications.push_on')}
    </Button>
  )
}
