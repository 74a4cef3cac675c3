import { useQuery } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { getErrorMessage } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { summaryQuery, usePauseTraining } from '../queries.ts'
import { PauseNotice } from './PauseNotice.tsx'

/** Lets an administrator pause teaching and resume it. */
export function PauseTraining() {
  const { t } = useTranslation()
  const summary = useQuery(summaryQuery()).data
  const { mutateAsync, isPending } = usePauseTraining()
  async function setPaused(isPaused: boolean) {
    try {
      await mutateAsync(isPaused)
      showSuccess(t('notice.success'), t(isPaused ? 'pause.paused' : 'pause.resumed'))
    } catch (error) {
      showError(t('notice.error'), getErrorMessage(error))
    }
  }
  if (!summary) return null
  if (summary.paused) {
    const resume = (
      <Button
        busy={isPending}
        icon={<Play aria-hidden="true" className="size-5" />}
        onClick={() => void setPaused(false)}
      >
        {t('pause.resume')}
      </Button>
    )
    return <PauseNotice action={resume} />
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button
        variant="secondary"
        busy={isPending}
        icon={<Pause aria-hidden="true" className="size-5" />}
        onClick={() => void setPaused(true)}
      >
        {t('pause.pause')}
      </Button>
      <p className="max-w-prose text-muted">{t('pause.note')}</p>
    </div>
  )
}
