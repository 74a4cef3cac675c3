import type { QueuedImage } from '@kutu/contract/training/training-images'
import { Ban, Check, SkipForward } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LabelBadge } from '../LabelBadge.tsx'
import { labels } from '../labels.ts'
import { getReviewAction, type ReviewAction } from './review-keys.ts'

/** Shows one photo with the review actions. Takes the focus, so that the keyboard shortcuts work at once. */
export function ReviewCard({
  image: { image, label, crop_type: crop },
  isBusy,
  onAction,
}: {
  image: QueuedImage
  isBusy: boolean
  onAction: (action: ReviewAction) => void
}) {
  const { t } = useTranslation()
  const cardRef = useRef<HTMLElement>(null)
  useEffect(() => cardRef.current?.focus({ preventScroll: true }), [])
  return (
    <section
      ref={cardRef}
      tabIndex={-1}
      aria-label={t('review.photo')}
      onKeyDown={event => {
        const action = getReviewAction(event)
        if (!action) return
        event.preventDefault()
        onAction(action)
      }}
      className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-white p-4 outline-offset-4 sm:p-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <a
        href={image}
        target="_blank"
        rel="noreferrer"
        title={t('review.larger')}
        className="block rounded-lg bg-sunken"
      >
        <img src={image} alt={t('review.photo')} className="mx-auto max-h-[60dvh] w-full rounded-lg object-contain" />
      </a>
      <div className="flex flex-col gap-4">
        <div className="flex flex-col items-start gap-2">
          {label === null ? (
            <p>{t('review.no_label')}</p>
          ) : (
            <p className="flex flex-wrap items-center gap-2">
              {t('review.shown_as')} <LabelBadge label={label} />
            </p>
          )}
          {crop && <p>{t('review.crop_is', { crop: t(`crop.${crop}`) })}</p>}
        </div>
        <h2 className="text-lg">{t('review.what')}</h2>
        <div className="flex flex-col gap-2">
          {label !== null && (
            <Button
              busy={isBusy}
              icon={<Check aria-hidden="true" className="size-5" />}
              onClick={() => onAction('confirm')}
            >
              {t('review.confirm', { label: t(`class.${label}`) })}
            </Button>
          )}
          {labels
            .filter(otherLabel => otherLabel !== label)
            .map(otherLabel => (
              <Button key={otherLabel} variant="secondary" busy={isBusy} onClick={() => onAction(otherLabel)}>
                {t('review.correct', { label: t(`class.${otherLabel}`) })}
              </Button>
            ))}
          <Button
            variant="secondary"
            busy={isBusy}
            icon={<Ban aria-hidden="true" className="size-5" />}
            onClick={() => onAction('refuse')}
          >
            {t('review.refuse')}
          </Button>
          <Button
            variant="secondary"
            busy={isBusy}
            icon={<SkipForward aria-hidden="true" className="size-5" />}
            onClick={() => onAction('skip')}
          >
            {t('review.skip')}
          </Button>
        </div>
      </div>
    </section>
  )
}
