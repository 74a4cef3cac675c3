import { isConclusive } from '@kutu/contract/bands'
import type { Analysis } from '@kutu/contract/detection'
import { CalendarPlus, Camera } from 'lucide-react'
import { hasSession } from '../../../../api/session/session.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { LinkButton } from '../../../../ui/button/LinkButton.tsx'
import { showError } from '../../../../ui/feedback/toasts.ts'
import { drawLeafCard } from '../../sharing/leaf-card.ts'
import { ReadAloud } from '../../sharing/ReadAloud.tsx'
import { useLeafCard } from '../../sharing/result-text.ts'
import { ShareButton } from '../../sharing/ShareButton.tsx'
import { bookingPath } from '../experts-path.ts'

const uploadPath = '/account/addresses/image-analysis'
const iconClass = 'size-6 shrink-0'

/** The three buttons of an answer; without an answer, another photo comes first. */
export function AnswerActions({
  analysis,
  photoKey,
  onRetake,
}: {
  analysis: Analysis
  photoKey?: string | undefined
  onRetake?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const hasAnswer = isConclusive(analysis.band)
  // Another photo of a crop that Kutu does not know would not help.
  const needsPerson = analysis.crop_type === 'OTHER'
  const isBookingFirst = needsPerson || (hasAnswer && analysis.rust_class !== 'healthy')
  return (
    // The status of reading aloud spans the row below the buttons.
    <div className="flex flex-wrap gap-2 print:hidden">
      {!hasAnswer && !needsPerson && <RetakeButton onRetake={onRetake} />}
      <LinkButton
        to={hasSession() ? bookingPath(analysis, photoKey) : '/auth/signup'}
        variant={isBookingFirst ? 'primary' : 'secondary'}
        icon={CalendarPlus}
        iconClass={iconClass}
        className={stackedButtonClass}
      >
        {t('answer.book')}
      </LinkButton>
      <ReadAloud analysis={analysis} buttonClass={stackedButtonClass} />
      <ShareAnswer analysis={analysis} buttonClass={stackedButtonClass} />
    </div>
  )
}

function RetakeButton({ onRetake }: { onRetake: (() => void) | undefined }) {
  const { t } = useTranslation()
  const style = { size: 'large', icon: Camera, iconClass, className: 'basis-full' } as const
  if (onRetake)
    return (
      <Button {...style} onClick={onRetake}>
        {t('quality.retake')}
      </Button>
    )
  return (
    <LinkButton {...style} to={uploadPath}>
      {t('quality.retake')}
    </LinkButton>
  )
}

/** An icon above its label, for three buttons in the width of a phone. Each is as wide as its label needs. */
const stackedButtonClass = 'min-h-16 grow flex-col text-center text-sm leading-tight max-sm:px-2'

/** Shares the answer as one picture with its message, or the message alone where the picture cannot be made. */
function ShareAnswer({ analysis, buttonClass }: { analysis: Analysis; buttonClass: string }) {
  const { t } = useTranslation()
  const { message, card } = useLeafCard(analysis)
  async function getContent() {
    try {
      return { ...message, file: await drawLeafCard(card) }
    } catch {
      showError(t('answer.share_words'))
      return message
    }
  }
  return (
    <ShareButton
      getContent={getContent}
      label={t('answer.share')}
      copiedMessage={t('answer.share_copied')}
      savedMessage={t('answer.share_saved')}
      failedMessage={t('answer.share_failed')}
      className={buttonClass}
    />
  )
}
