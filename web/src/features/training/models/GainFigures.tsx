import type { SessionFigures } from '@kutu/contract/training/training-sessions'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** Shows whether the gain of a refit is more than chance, how honest its confidence is, and who had to agree on labels. */
export function GainFigures({ figures }: { figures: SessionFigures }) {
  const { t, number, percent } = useTranslation()
  const { gain, brier, sources, label_reviewers: reviewers } = figures
  return (
    <ul className="flex max-w-prose flex-col gap-1">
      {gain && (
        <li>
          {t('figures.gain', { better: gain.better, worse: gain.worse })}{' '}
          {t('figures.chance', { p: percent(gain.p, gain.p < 0.1 ? 2 : 0) })}
        </li>
      )}
      {brier && (
        <li>
          {t('figures.brier', { before: number(round(brier.before)), after: number(round(brier.after)) })}{' '}
          {brier.p !== undefined &&
            brier.after > brier.before &&
            t('figures.brier_chance', { p: percent(brier.p, brier.p < 0.1 ? 2 : 0) })}
        </li>
      )}
      {sources && <li>{t('figures.sources', { experts: sources.experts, places: sources.places })}</li>}
      {reviewers === 1 && <li className="font-bold">{t('figures.one_reviewer')}</li>}
    </ul>
  )
}

const round = (score: number) => Math.round(score * 1000) / 1000
