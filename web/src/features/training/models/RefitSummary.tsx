import type { RefitProvenance } from '@kutu/contract/training/training-sessions'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { FigureTable } from './FigureTable.tsx'
import { GainFigures } from './GainFigures.tsx'

/** Shows how a version was refitted on experts' photos and how its accuracy changed. */
export function RefitSummary({
  refit: { figures, kind, withdrawn, parent_version: parentVersion, started_by: startedBy, created_at },
}: {
  refit: RefitProvenance
}) {
  const { t, dateTime } = useTranslation()
  const { images, contributors: contributorCount } = figures
  const when = dateTime(created_at)
  return (
    <>
      {kind === 'withdrawal' && <p className="font-bold">{t('versions.without_withdrawn')}</p>}
      {withdrawn.images > 0 && (
        <p className="rounded-md bg-rust-tint p-3 font-bold text-rust-ink">
          {t('versions.with_withdrawn', { count: withdrawn.images })}
        </p>
      )}
      <p className="wrap-anywhere">
        {startedBy ? t('versions.made_by', { name: startedBy.username, when }) : t('versions.made_by_itself', { when })}
      </p>
      <ul className="flex flex-col gap-1">
        <li>
          {t('versions.learnt', {
            count: images.common_rust + images.healthy + images.other_disease,
            people: contributorCount,
          })}
        </li>
        <li className="wrap-anywhere">{t('versions.parent', { parent: parentVersion })}</li>
      </ul>
      <FigureTable figures={figures} />
      <GainFigures figures={figures} />
    </>
  )
}
