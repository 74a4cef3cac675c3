import type { Share } from '@kutu/contract/training'
import type { ReactNode } from 'react'
import { useText } from '../../text/use-text.ts'

/** A share with its interval and of how many photos it is one. */
export function ShareFigure({ share }: { share: Share | undefined }) {
  const { t, percent, number } = useText()
  if (share === undefined || share.n === 0) return <NoPhotos />
  const { low, high, n } = share
  return (
    <>
      <span className="font-bold">{percent(share.share, 1)}</span>
      <Interval low={low} high={high} />
      <span className="block text-sm sm:whitespace-nowrap text-muted">
        {t('model_card.of_photos', { n: number(n) })}
      </span>
    </>
  )
}

function NoPhotos() {
  const { t } = useText()
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t('model_card.no_photos')}</span>
    </span>
  )
}

/** The ends of a 95 % interval. */
export function Interval({ low, high }: { low: number; high: number }) {
  const { percent } = useText()
  return (
    <span className="block text-sm sm:whitespace-nowrap text-muted">
      {percent(low, 1)} – {percent(high, 1)}
    </span>
  )
}

/** One cell for each share, in the order of the columns. */
export const shareCells = (shares: readonly (Share | undefined)[]): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places
  shares.map((share, at) => <ShareFigure key={at} share={share} />)
