import { channelsFor, type NotificationChannel } from '@kutu/contract/notification-kinds'
import type { NotificationChoice } from '@kutu/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Card } from '../../ui/Card.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { showError } from '../../ui/toasts.ts'
import { kindsFor } from './notification-look.ts'
import { PushSwitch } from './PushSwitch.tsx'
import { choicesQuery, useChoose } from './queries.ts'

/** What one wants to hear of and by which way; each tick is kept at once. */
export function ChoicesCard() {
  const { t } = useText()
  const { data, error, isPending, isFetching, refetch } = useQuery(choicesQuery())
  return (
    <Card title={t('notifications.choices')}>
      <p className="text-muted">{t('notifications.choices_lead')}</p>
      <PushSwitch />
      {isPending && <SkeletonList count={4} className="h-20 w-full" />}
      {!data && error && <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data && <Kinds choices={data.choices} />}
    </Card>
  )
}

function Kinds({ choices }: { choices: readonly NotificationChoice[] }) {
  const { t } = useText()
  const role = useUser()?.role ?? 'farmer'
  return (
    <div className="flex flex-col divide-y divide-line">
      {kindsFor(role).map(kind => (
        <fieldset key={kind} className="flex min-w-0 flex-col py-3 lg:flex-row lg:items-center">
          <legend className="float-left font-bold lg:w-72">{t(`notifications.kind_${kind}`)}</legend>
          <div className="clear-both grid grow grid-cols-2 gap-x-4 sm:grid-cols-4 lg:clear-none">
            {channelsFor[kind].map(channel => (
              <Tick key={channel} choice={choices.find(each => each.kind === kind && each.channel === channel)} />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

function Tick({ choice }: { choice: NotificationChoice | undefined }) {
  const { t } = useText()
  const choose = useChoose()
  // What was just ticked, from the very touch until the server has said yes or no.
  const [wanted, setWanted] = useState<boolean>()
  if (!choice) return null
  const names: Record<NotificationChannel, string> = {
    in_app: t('notifications.in_app'),
    mail: t('notifications.mail'),
    text: t('notifications.text'),
    push: t('notifications.push'),
  }
  const change = async (is_on: boolean) => {
    setWanted(is_on)
    try {
      await choose.mutateAsync({ ...choice, is_on })
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    } finally {
      setWanted(undefined)
    }
  }
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={wanted ?? choice.is_on}
        onChange={event => void change(event.target.checked)}
        className="size-6 shrink-0 accent-leaf"
      />
      {names[choice.channel]}
    </label>
  )
}
