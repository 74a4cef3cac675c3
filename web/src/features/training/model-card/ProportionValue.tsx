import type { Proportion } from '@kutu/contract/training/training'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** Shows a proportion with its confidence interval and sample size. */
export function ProportionValue({ proportion }: { proportion: Proportion | undefined }) {
  const { t, percent, number } = useTranslation()
  if (proportion === undefined || proportion.n === 0) return <NoPhotos />
  const { low, high, n } = proportion
  return (
    <>
      <span className="font-bold">{percent(proportion.share, 1)}</span>
      <ConfidenceInterval low={low} high={high} />
      <span className="block text-sm sm:whitespace-nowrap text-muted">
        {t('model_card.of_photos', { n: number(n) })}
      </span>
    </>
  )
}

function NoPhotos() {
  const { t } = useTranslation()
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t('model_card.no_photos')}</span>
    </span>
  )
}

/** A 95 % confidence interval. */
export function ConfidenceInterval({ low, high }: { low: number; high: number }) {
  const { percent } = useTranslation()
  return (
    <span className="block text-sm sm:whitespace-nowrap text-muted">
      {percent(low, 1)} – {percent(high, 1)}
    </span>
  )
}

/** Returns one cell per proportion, in column order. */
export const proportionCells = (proportions: readonly (Proportion | undefined)[]): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order
  proportions.map((proportion, index) => <ProportionValue key={index} proportion={proportion} />)
