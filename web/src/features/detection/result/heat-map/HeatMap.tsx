import type { Analysis } from '@kutu/contract/detection'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { getAffectedAreaBand } from '../confidence-band.ts'
import { HeatMapOverlay } from './HeatMapOverlay.tsx'

const initialOpacityPercent = 100

/** Shows the photo with a heat map overlay and controls for its opacity. */
export function HeatMap({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(true)
  const [opacityPercent, setOpacityPercent] = useState(initialOpacityPercent)
  const { image, heatmap, affected_area: area } = analysis
  return (
    <figure className="flex flex-col gap-4">
      <HeatMapOverlay
        key={image}
        image={image}
        heatmap={heatmap}
        opacity={isShown ? opacityPercent / 100 : 0}
        alt={t('answer.photo_alt')}
      />
      <figcaption className="flex flex-col gap-3">
        {area !== null && <AffectedArea area={area} />}
        {heatmap !== null && (
          <>
            <p className="text-sm text-muted">{t('answer.heatmap_note')}</p>
            <HeatMapControls {...{ isShown, setShown, opacityPercent, setOpacityPercent }} />
          </>
        )}
      </figcaption>
    </figure>
  )
}

function AffectedArea({ area }: { area: number }) {
  const { t, percent } = useTranslation()
  const { key, low, high } = getAffectedAreaBand(area)
  return <p className="font-bold">{t(key, { low: percent(low, 0), high: percent(high, 0) })}</p>
}

function HeatMapControls({
  isShown,
  setShown,
  opacityPercent,
  setOpacityPercent,
}: {
  isShown: boolean
  setShown: (isShown: boolean) => void
  opacityPercent: number
  setOpacityPercent: (opacityPercent: number) => void
}) {
  const { t, percent } = useTranslation()
  const id = useId()
  return (
    <div className="flex flex-col gap-1 print:hidden">
      <label className="flex min-h-12 cursor-pointer items-center gap-3 font-bold">
        <input
          type="checkbox"
          checked={isShown}
          onChange={event => setShown(event.target.checked)}
          className="peer sr-only"
        />
        <span
          aria-hidden="true"
          className="flex h-8 w-14 shrink-0 items-center rounded-full border border-edge bg-sunken p-1 transition-colors peer-checked:border-leaf-press peer-checked:bg-leaf-press peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-blue"
        >
          <span
            className={clsx(
              'size-6 rounded-full border border-edge bg-white transition-transform',
              isShown && 'translate-x-[22px]',
            )}
          />
        </span>
        {t('answer.heatmap_show')}
      </label>
      <label htmlFor={id} className={clsx('text-sm', !isShown && 'text-muted')}>
        {t('answer.heatmap_strength')}
      </label>
      <input
        id={id}
        type="range"
        min={10}
        max={100}
        step={10}
        value={opacityPercent}
        disabled={!isShown}
        aria-valuetext={percent(opacityPercent / 100, 0)}
        onChange={event => setOpacityPercent(event.target.valueAsNumber)}
        className="h-12 w-full accent-leaf-press disabled:cursor-not-allowed"
      />
    </div>
  )
}
