import type { SessionFigures, TrainingSession } from '@kutu/contract/training/training-sessions'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { MetricTable } from '../model-card/MetricTable.tsx'
import { useMetricNames } from '../model-card/use-metric-names.ts'
import { FigureTable, useComparisonCells } from '../models/FigureTable.tsx'
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
  return (
    <>
      <p className="max-w-prose">{t('session.learnt', { ...imageCounts, seconds })}</p>
      <FigureTable figures={figures} />
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
