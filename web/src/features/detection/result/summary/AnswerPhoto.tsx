import type { Analysis } from '@kutu/contract/detection'
import { clsx } from 'clsx'
import { Eye, EyeOff, Maximize2, Minimize2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { HeatMapOverlay } from '../HeatMapOverlay.tsx'

/**
 * Shows the photo as a banner of 40 % of a phone's first view, and the whole photo, as wide as the phone, on a tap. The
 * spots can be hidden to look at the leaf itself; without an answer there are none. No button covers the leaf.
 */
export function AnswerPhoto({ analysis, hasAnswer }: { analysis: Analysis; hasAnswer: boolean }) {
  const { t } = useTranslation()
  const [isMarked, setMarked] = useState(true)
  const [isWhole, setWhole] = useState(false)
  const { image } = analysis
  const heatmap = hasAnswer ? analysis.heatmap : null
  const resize = () => setWhole(!isWhole)
  return (
    <figure className={clsx('flex max-md:-mx-4', isWhole && 'max-md:flex-col')}>
      <HeatMapOverlay
        key={image}
        image={image}
        heatmap={heatmap}
        isHeatMapShown={isMarked}
        alt={t('answer.photo_alt')}
        onPhotoClick={resize}
        fit={isWhole ? 'contain' : 'cover'}
        className={clsx(
          'min-w-0 grow md:rounded-lg',
          isWhole ? 'h-[70dvh] cursor-zoom-out' : 'h-[40dvh] cursor-zoom-in sm:h-64 lg:h-112',
        )}
      />
      <figcaption className={clsx('flex flex-col justify-end gap-2 print:hidden', isWhole && 'max-md:flex-row')}>
        {heatmap !== null && (
          <PhotoButton
            Icon={isMarked ? EyeOff : Eye}
            label={t(isMarked ? 'answer.hide_spots' : 'answer.mark_spots')}
            onClick={() => setMarked(!isMarked)}
          />
        )}
        <PhotoButton
          Icon={isWhole ? Minimize2 : Maximize2}
          label={t(isWhole ? 'answer.smaller_photo' : 'answer.whole_photo')}
          onClick={resize}
        />
      </figcaption>
    </figure>
  )
}

function PhotoButton({ Icon, label, onClick }: { Icon: typeof Eye; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="flex size-12 items-center justify-center rounded-lg text-leaf-ink hover:bg-sunken"
    >
      <Icon aria-hidden="true" className="size-6" />
    </button>
  )
}
