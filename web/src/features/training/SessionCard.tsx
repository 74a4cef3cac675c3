import type { Compared, SessionFigures, TrainingSession } from '@kutu/contract/training-sessions'
import { useText } from '../../text/use-text.ts'
import { FigureTable } from './FigureTable.tsx'
import { useNames } from './names.ts'
import { SessionHead } from './SessionHead.tsx'

/** One session: how it stands, what it learnt from, and what it was checked on before and after. */
export function SessionCard({ session }: { session: TrainingSession }) {
  return (
    <article className="flex flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-6">
      <SessionHead session={session} />
      {session.figures && <Figures figures={session.figures} />}
    </article>
  )
}

function Figures({ figures }: { figures: SessionFigures }) {
  const { t, number } = useText()
  const cells = useCells()
  const { images, contributors: people } = figures
  const { common_rust: rust, healthy, other_disease: other } = images
  const count = rust + healthy + other
  const learnt = { count, rust: number(rust), healthy: number(healthy), other: number(other), people }
  const seconds = number(Math.round(figures.seconds * 10) / 10)
  const rows = (['validation', 'confident', 'held_back'] as const).map(id => ({
    id,
    title: t(`session.${id}`),
    cells: cells(figures[id]),
  }))
  return (
    <>
      <p className="max-w-prose">{t('session.learnt', { ...learnt, seconds })}</p>
      <FigureTable
        caption={t('session.figures')}
        head={t('session.checked')}
        columns={[t('session.before'), t('session.after')]}
        rows={rows}
      />
      <Groups figures={figures} />
    </>
  )
}

function Groups({ figures: { groups } }: { figures: SessionFigures }) {
  const { t } = useText()
  const { className, cropName } = useNames()
  const cells = useCells()
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
      <FigureTable
        caption={t('session.of_class')}
        head={t('session.checked')}
        columns={[t('session.before'), t('session.after')]}
        rows={rows}
      />
    </details>
  )
}

/** Before and after, each with the photos behind it. */
function useCells() {
  const { t, number, percent } = useText()
  const cell = ({ right, photos }: Compared['before']) =>
    photos === 0
      ? t('session.no_photos')
      : t('session.right', { share: percent(right / photos, 1), right: number(right), photos: number(photos) })
  return ({ before, after }: Compared) => [cell(before), cell(after)]
}
