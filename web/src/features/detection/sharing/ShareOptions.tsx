import type { Analysis } from '@kutu/contract/detection'
import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { getButtonClass } from '../../../ui/button/button-class.ts'
import { showError } from '../../../ui/feedback/toasts.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { PrintButton } from './PrintButton.tsx'
import { useShareMessage } from './result-text.ts'
import { ShareButton } from './ShareButton.tsx'
import { buildWhatsAppUrl, canShareImages, createShareableImage } from './share.ts'

/** Offers to share the result with its photo, to send it by WhatsApp and to print it. */
export function ShareOptions({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation()
  const message = useShareMessage(analysis)
  const { files, setIncluded } = usePhotoToShare(analysis.image)
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose">{t('answer.share_note')}</p>
      <div className="flex flex-col gap-2">
        {canShareImages() && (
          <div className="self-start">
            <Checkbox
              label={t('answer.share_photo')}
              isChecked={files !== undefined}
              onCheckedChange={isIncluded => void setIncluded(isIncluded)}
            />
          </div>
        )}
        <div className="@container">
          <div className="grid gap-2 @lg:grid-cols-3">
            <ShareButton
              content={{ ...message, ...(files && { files }) }}
              label={t('answer.share')}
              copiedMessage={t('answer.share_copied')}
              failedMessage={t('answer.share_failed')}
            />
            <a
              href={buildWhatsAppUrl(message)}
              target="_blank"
              rel="noreferrer"
              className={getButtonClass({ variant: 'secondary' })}
            >
              <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
              {t('answer.whatsapp')}
            </a>
            <PrintButton analysis={analysis} />
          </div>
        </div>
      </div>
    </div>
  )
}

/**
 * Prepares the photo as soon as the box is ticked, because the share sheet opens only during a user gesture. The box
 * shows as ticked only once the photo is ready.
 */
function usePhotoToShare(imageUrl: string) {
  const { t } = useTranslation()
  const [preparedPhoto, setPreparedPhoto] = useState<{ imageUrl: string; files: File[] }>()
  const files = preparedPhoto?.imageUrl === imageUrl ? preparedPhoto.files : undefined
  async function setIncluded(isIncluded: boolean) {
    if (!isIncluded) return setPreparedPhoto(undefined)
    try {
      setPreparedPhoto({ imageUrl, files: [await createShareableImage(imageUrl)] })
    } catch {
      showError(t('notice.error'), t('answer.share_photo_failed'))
    }
  }
  return { files, setIncluded }
}
