import type { Comparison, SessionFigures, TrainingSession } from '@kutu/contract/training/training-sessions'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { MetricTable } from '../model-card/MetricTable.tsx'
import { useMetricNames } from '../model-card/use-metric-names.ts'
import { GainFigures } from '../models/GainFigures.tsx'
import { SessionStatus } from './SessionStatus.tsx'

/** Shows a training session: state, data, and accuracy before and after. */
export function SessionCard({ session }: { session: TrainingSession }) {
  return (
    <article className="flex flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-6">
      <SessionStatus session={session} />
      {session.figures && <SessionMetrics figures={session.figures} />}
    </article>
  )
}

function SessionMetrics({ figures }: { figures: SessionFigures }) {
  const { t, number } = useTranslation()
  const cells = useComparisonCells()
  const { images, contributors: contributorCount } = figures
  const { common_rust: rust, healthy, other_disease: other } = images
  const count = rust + healthy + other
  const imageCounts = {
    count,
    rust: number(rust),
    healthy: number(healthy),
    other: number(other),
    people: contributorCount,
  }
  const seconds = number(Math.round(figures.seconds * 10) / 10)
  const rows = (['validation', 'confident', 'held_back'] as const).map(id => ({
    id,
    title: t(`session.${id}`),
    cells: cells(figures[id]),
  }))
  return (
    <>
      <p className="max-w-prose">{t('session.learnt', { ...imageCounts, seconds })}</p>
      <MetricTable
        caption={t('session.figures')}
        rowHeader={t('session.checked')}
        columns={[t('session.before'), t('session.after')]}
        rows={rows}
      />
      <GainFigures figures={figures} />
      <ClassBreakdown figures={figures} />
    </>
  )
}

function ClassBreakdown({ figures: { groups } }: { figures: SessionFigures }) {
  const { t } = useTranslation()
  const { className, cropName } = useMetricNames()
  const cells = useComparisonCells()
  const rows = groups.map(group => {
    const crop = group.crop === null ? t('session.all_crops') : cropName(group.crop)
    return {
      id: `${group.class} ${group.crop}`,
      title: `${className(group.class)}, ${crop}`,
      cells: cells(group),
    }
  })
  return (
    <details>
      <summary className="flex min-h-12 cursor-pointer items-center font-bold text-leaf-ink">
        {t('session.of_class')}
      </summary>
      <MetricTable
        caption={t('session.of_class')}
        rowHeader={t('session.checked')}
        columns={[t('session.before'), t('session.after')]}
        rows={rows}
      />
    </details>
  )
}

/** Returns a function that formats the accuracy before and after, with photo counts. */
function useComparisonCells() {
  const { t, number, percent } = useTranslation()
  const formatCell = ({ right, photos }: Comparison['before']) =>
    photos === 0
      ? t('session.no_photos')
      : t('session.right', { share: percent(right / photos, 1), right: number(right), photos: number(photos) })
  return ({ before, after }: Comparison) => [formatCell(before), formatCell(after)]
}
