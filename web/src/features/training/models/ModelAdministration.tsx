import type { ModelVersion } from '@kutu/contract/training/training'
import { useQuery } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { Contributors } from '../administration/Contributors.tsx'
import { PauseNotice } from '../administration/PauseNotice.tsx'
import { CollapsibleCard } from '../CollapsibleCard.tsx'
import { MetricTable } from '../model-card/MetricTable.tsx'
import { summaryQuery, usePauseTraining, versionsQuery } from '../queries.ts'
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
      <CompareVersions />
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

/** The version in use and the newest others, so that the table fits a screen. */
const maxVersions = 4

/** Shows the figures of the usable versions side by side; nothing while there is only one. */
export function CompareVersions() {
  const { t } = useTranslation()
  const summary = useQuery(summaryQuery()).data
  const usable = useQuery(versionsQuery(1, summary)).data?.results.filter(({ is_usable }) => is_usable) ?? []
  const versions = [...usable].sort((a, b) => Number(b.is_active) - Number(a.is_active)).slice(0, maxVersions)
  const cells = useVersionCells()
  if (versions.length < 2) return null
  const columns = versions.map(({ version, is_active }) =>
    is_active ? `${version} (${t('versions.active')})` : version,
  )
  const rows = [
    { id: 'validation', title: t('session.validation') },
    { id: 'held_back', title: t('session.held_back') },
    { id: 'gain', title: t('versions.compare_gain') },
    { id: 'chance', title: t('versions.compare_chance') },
    { id: 'photos', title: t('versions.compare_photos') },
  ] as const
  return (
    <CollapsibleCard title={t('versions.compare_title')}>
      <MetricTable
        caption={t('versions.compare_title')}
        rowHeader={t('versions.compare_figure')}
        columns={columns}
        rows={rows.map(row => ({ ...row, cells: versions.map(version => cells(version)[row.id]) }))}
      />
    </CollapsibleCard>
  )
}

/** Returns a function that formats the figures of a version; a dash where it has none. */
function useVersionCells() {
  const { t, number, percent } = useTranslation()
  const none = '–'
  const formatCount = (right: number, photos: number) =>
    photos === 0
      ? none
      : t('session.right', { share: percent(right / photos, 1), right: number(right), photos: number(photos) })
  return ({ refit, measured }: ModelVersion) => {
    const val = measured.val?.accuracy
    const figures = refit?.figures
    const gain = figures?.gain
    const images = figures && Object.values(figures.images).reduce((total, count) => total + count, 0)
    return {
      validation: figures
        ? formatCount(figures.validation.after.right, figures.validation.after.photos)
        : val
          ? formatCount(Math.round(val.share * val.n), val.n)
          : none,
      held_back: figures ? formatCount(figures.held_back.after.right, figures.held_back.after.photos) : none,
      gain: gain ? `${number(gain.better)}, ${number(gain.worse)}` : none,
      chance: gain ? percent(gain.p, gain.p < 0.1 ? 2 : 0) : none,
      photos: images === undefined ? none : number(images),
    }
  }
}
