import { listNameableCards } from '@kutu/advice/photo-cards'
import type { CropType } from '@kutu/contract/common'
import type { QueuedImage } from '@kutu/contract/training/training-images'
import { Ban, SkipForward } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { labels } from '../labels.ts'
import { getReviewAction } from './review-keys.ts'
import type { Judgment } from './use-review.ts'

const buttonClass = 'max-sm:px-2 max-sm:text-sm'

/**
 * Shows one photo with the possible judgments, always in the same order and none of them emphasized. Takes the focus, so
 * that the keyboard shortcuts work at once.
 */
export function ReviewCard({
  image: { image, crop_type: crop },
  isBusy,
  onJudge,
  onSkip,
}: {
  image: QueuedImage
  isBusy: boolean
  onJudge: (judgment: Judgment) => void
  onSkip: () => void
}) {
  const { t } = useTranslation()
  const cardRef = useRef<HTMLElement>(null)
  useEffect(() => {
    const card = cardRef.current
    card?.focus({ preventScroll: true })
    // Below the top bar, so that a phone shows the photo and the buttons together.
    if (window.matchMedia('(width < 64rem)').matches) card?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <section
      ref={cardRef}
      tabIndex={-1}
      aria-label={t('review.photo')}
      onKeyDown={event => {
        const action = getReviewAction(event)
        // In a select, letters choose an option.
        if (!action || (event.target instanceof Element && event.target.closest('[role=combobox], [role=listbox]')))
          return
        event.preventDefault()
        if (action === 'skip') onSkip()
        else onJudge(action)
      }}
      className="flex scroll-mt-18 flex-col gap-4 rounded-lg border border-line bg-white p-4 outline-offset-4 sm:p-6 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]"
    >
      <div className="lg:row-span-2">
        <a href={image} target="_blank" rel="noreferrer" aria-label={t('review.larger')}>
          <img
            src={image}
            alt={t('review.photo')}
            className="h-[40dvh] w-full rounded-lg bg-sunken object-contain sm:h-[60dvh]"
          />
        </a>
      </div>
      <div className="flex flex-col gap-4">
        {crop && <p>{t('answer.crop.is', { crop: t(`crop.${crop}`) })}</p>}
        <h2 className="text-lg">{t('teaching.label')}</h2>
        {crop && <NamedDisease crop={crop} isBusy={isBusy} onJudge={onJudge} />}
      </div>
      {/* On a phone above the bottom bar, so that a photo is judged without scrolling. */}
      <div className="grid grid-cols-6 content-start gap-2 max-lg:sticky max-lg:bottom-[calc(64px+env(safe-area-inset-bottom))] max-lg:z-5 max-lg:-mx-2 max-lg:bg-white max-lg:p-2 md:max-lg:bottom-2 lg:grid-cols-1">
        {labels.map(label => (
          <Button
            key={label}
            variant="secondary"
            busy={isBusy}
            className={`${buttonClass} max-lg:col-span-2`}
            onClick={() => onJudge(label)}
          >
            {t('review.correct', { label: t(`class.${label}`) })}
          </Button>
        ))}
        <Button
          variant="secondary"
          busy={isBusy}
          className={`${buttonClass} max-lg:col-span-4`}
          icon={Ban}
          onClick={() => onJudge('refuse')}
        >
          {t('review.refuse')}
        </Button>
        <Button
          variant="secondary"
          busy={isBusy}
          className={`${buttonClass} max-lg:col-span-2`}
          icon={SkipForward}
          onClick={onSkip}
        >
          {t('review.skip')}
        </Button>
      </div>
    </section>
  )
}

/** Lets an expert who knows the disease name it, which other farmers may see the photo for. */
function NamedDisease({
  crop,
  isBusy,
  onJudge,
}: {
  crop: CropType
  isBusy: boolean
  onJudge: (judgment: Judgment) => void
}) {
  const { t, language } = useTranslation()
  const [cardId, setCardId] = useState<string | null>(null)
  const cards = listNameableCards(crop.toLowerCase())
  const card = cards.find(({ id }) => id === cardId)
  return (
    <>
      <Select
        label={t('review.disease')}
        optional
        placeholder={t('review.disease_choose')}
        options={cards.map(({ id, title }) => ({ value: id, label: title[language] }))}
        value={cardId}
        onChange={setCardId}
      />
      {card && (
        <Button
          variant="secondary"
          busy={isBusy}
          onClick={() => onJudge({ label: card.productClass, disease: card.id })}
        >
          {t('review.correct', { label: card.title[language] })}
        </Button>
      )}
    </>
  )
}
