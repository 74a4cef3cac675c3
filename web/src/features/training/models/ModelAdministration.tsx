import { useQuery } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { Contributors } from '../administration/Contributors.tsx'
import { PauseNotice } from '../administration/PauseNotice.tsx'
import { summaryQuery, usePauseTraining } from '../queries.ts'
import { SessionList } from '../sessions/SessionList.tsx'
import { ModelVersions } from './ModelVersions.tsx'

/** Shows an administrator the versions of the model, which one press activates, and the sessions that made them. */
export function ModelAdministration() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle title={t('menu.models')} lead={t('models.lead')} />
      <PauseTraining />
      <ModelVersions />
      <Contributors />
      <section className="flex flex-col gap-4">
        <h2 className="text-xl">{t('session.title')}</h2>
        <SessionList />
      </section>
    </>
  )
}

/** Lets an administrator pause teaching and resume it. */
function PauseTraining() {
  const { t } = useTranslation()
  const summary = useQuery(summaryQuery()).data
  const { mutateAsync } = usePauseTraining()
  const { run: setPaused, isBusy } = useAction(async (isPaused: boolean) => {
    await mutateAsync(isPaused)
    return t(isPaused ? 'pause.paused' : 'pause.resumed')
  })
  if (!summary) return null
  if (summary.paused) {
    const resume = (
      <Button busy={isBusy} icon={Play} onClick={() => void setPaused(false)}>
        {t('pause.resume')}
      </Button>
    )
    return <PauseNotice action={resume} />
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button variant="secondary" busy={isBusy} icon={Pause} onClick={() => void setPaused(true)}>
        {t('pause.pause')}
      </Button>
      <p className="max-w-prose text-muted">{t('pause.note')}</p>
    </div>
  )
}
