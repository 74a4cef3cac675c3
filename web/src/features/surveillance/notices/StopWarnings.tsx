import type { NotificationChoice } from '@kutu/contract/notifications/notification-settings'
import { BellOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useSaveWarningChoices, useWarningChoices } from './queries.ts'

/** Stops all warnings with one tap, and starts them again as they were. */
export function StopWarnings() {
  const { t } = useTranslation()
  const { data } = useWarningChoices()
  const isStopped = data?.every(({ is_on }) => !is_on) ?? false
  const { mutateAsync } = useSaveWarningChoices()
  const [previous, setPrevious] = useState<readonly NotificationChoice[]>()
  const { run: toggle, isBusy } = useAction(async (choices: readonly NotificationChoice[]) => {
    await mutateAsync(isStopped ? restart(previous ?? choices) : choices.map(each => ({ ...each, is_on: false })))
    setPrevious(isStopped ? undefined : choices)
  })
  // Without the choices nothing can be undone; the settings say why they cannot be loaded.
  if (!data) return <TextLink to="/account/notifications">{t('notices.stop')}</TextLink>
  return (
    <div className="flex flex-col items-start gap-1">
      <p role="status" className="font-bold empty:hidden">
        {isStopped && t('notices.stopped')}
      </p>
      <div className="flex flex-wrap items-center gap-x-4">
        <Button
          variant="quiet"
          className="-ml-4"
          icon={isStopped ? undefined : BellOff}
          busy={isBusy}
          onClick={() => void toggle(data)}
        >
          {t(isStopped ? (previous ? 'action.undo' : 'notices.restart') : 'notices.stop')}
        </Button>
        <TextLink to="/account/notifications">{t('notices.ways')}</TextLink>
      </div>
    </div>
  )
}

/** Returns the choices before they were stopped; if nothing was on then, everything but SMS, which cost money. */
const restart = (choices: readonly NotificationChoice[]): NotificationChoice[] =>
  choices.some(({ is_on }) => is_on)
    ? [...choices]
    : choices.map(choice => ({ ...choice, is_on: choice.channel !== 'text' }))
