import { isConclusive } from '@kutu/contract/bands'
import type { Analysis } from '@kutu/contract/detection'
import { CalendarPlus, Camera } from 'lucide-react'
import { hasSession } from '../../../../api/session/session.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { LinkButton } from '../../../../ui/button/LinkButton.tsx'
import { findCrop } from '../../crops.ts'
import { drawLeafCard } from '../../sharing/leaf-card.ts'
import { ReadAloud } from '../../sharing/ReadAloud.tsx'
import { useLeafCard } from '../../sharing/result-text.ts'
import { ShareButton } from '../../sharing/ShareButton.tsx'

const iconClass = 'size-6 shrink-0'
/** An icon above its label, for three buttons in the width of a phone. Each is as wide as its label needs. */
const stackedButtonClass = 'min-h-16 grow flex-col text-center text-sm leading-tight max-sm:px-2'

/**
 * The three buttons of an answer; without an answer, another photo comes first.
 * @param photoKey key of the photo in the outbox, as long as it has no analysis
 */
export function AnswerActions({
  analysis,
  photoKey,
  onBook,
  onRetake,
}: {
  analysis: Analysis
  photoKey?: string | undefined
  /** Keeps a visitor's answer on the way to the sign-up. */
  onBook?: ((shown: Analysis) => Promise<void>) | undefined
  onRetake?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const { message, card } = useLeafCard(analysis)
  const hasAnswer = isConclusive(analysis.band)
  // Another photo of a crop that Kutu does not know would not help.
  const needsPerson = analysis.crop_type === 'OTHER'
  const isBookingFirst = needsPerson || (hasAnswer && analysis.rust_class !== 'healthy')
  const retake = { size: 'large', icon: Camera, iconClass, className: 'basis-full' } as const
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {!hasAnswer &&
        !needsPerson &&
        (onRetake ? (
          <Button {...retake} onClick={onRetake}>
            {t('quality.retake')}
          </Button>
        ) : (
          <LinkButton {...retake} to="/account/addresses/image-analysis">
            {t('quality.retake')}
          </LinkButton>
        ))}
      <LinkButton
        to={hasSession() ? bookingPath(analysis, photoKey) : '/auth/signup'}
        onClick={event => {
          if (!onBook) return
          event.preventDefault()
          void onBook(analysis)
        }}
        variant={isBookingFirst ? 'primary' : 'secondary'}
        icon={CalendarPlus}
        iconClass={iconClass}
        className={stackedButtonClass}
      >
        {t('answer.book')}
      </LinkButton>
      <ReadAloud analysis={analysis} buttonClass={stackedButtonClass} />
      <ShareButton
        // Where the picture cannot be made, the words are shared alone.
        getContent={async () => ({ ...message, file: await drawLeafCard(card).catch(() => undefined) })}
        className={stackedButtonClass}
      />
    </div>
  )
}

/** Returns the path to the experts for the detected crop, or to all of them, from where a booking may show them this leaf. */
function bookingPath({ crop, id }: Analysis, photoKey: string | undefined): string {
  const cropType = findCrop(crop)
  const params = new URLSearchParams(cropType && { crop: cropType })
  if (id !== '') params.set('analysis', id)
  else if (photoKey !== undefined) params.set('photo', photoKey)
  return params.size > 0 ? `/experts?${params}` : '/experts'
}
