import type { Analysis } from '@kutu/contract/detection'
import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Card } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { showError } from '../../ui/toasts.ts'
import { useMessage } from './answer-in-words.ts'
import { PrintButton } from './PrintButton.tsx'
import { ShareButton } from './ShareButton.tsx'
import { canSharePictures, pictureToShare, whatsAppLink } from './share.ts'

/** The answer on paper, and as a message to somebody else. */
export function PassOn({ analysis, className }: { analysis: Analysis; className: string }) {
  const { t } = useText()
  const message = useMessage(analysis)
  const { files, choose } = usePhotoChoice(analysis.image)
  return (
    <Card title={t('answer.pass_on')} className={className}>
      <p className="max-w-prose">{t('answer.share_note')}</p>
      <div className="flex flex-col gap-2">
        {canSharePictures() && (
          <div className="self-start">
            <Checkbox
              label={t('answer.share_photo')}
              isChecked={files !== undefined}
              onCheck={isOn => void choose(isOn)}
            />
          </div>
        )}
        <div className="@container">
          <div className="grid gap-2 @lg:grid-cols-3">
            <ShareButton
              what={{ ...message, ...(files && { files }) }}
              label={t('answer.share')}
              copied={t('answer.share_copied')}
              failed={t('answer.share_failed')}
            />
            <a
              href={whatsAppLink(message)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: 'secondary' })}
            >
              <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
              {t('answer.whatsapp')}
            </a>
            <PrintButton analysis={analysis} />
          </div>
        </div>
      </div>
    </Card>
  )
}

/**
 * The photo goes along only where the farmer ticked it. It is made ready then, for a share sheet opens only right after a
 * press; the tick shows once it is, so that a tick always means that the photo goes along.
 */
function usePhotoChoice(address: string) {
  const { t } = useText()
  const [chosen, setChosen] = useState<{ address: string; files: File[] }>()
  const files = chosen?.address === address ? chosen.files : undefined
  async function choose(isOn: boolean) {
    if (!isOn) return setChosen(undefined)
    try {
      setChosen({ address, files: [await pictureToShare(address)] })
    } catch {
      showError(t('notice.error'), t('answer.share_photo_failed'))
    }
  }
  return { files, choose }
}
