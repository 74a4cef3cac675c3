import type { Analysis } from '@kutu/contract/detection'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useShareMessage } from './result-text.ts'
import { ShareButton } from './ShareButton.tsx'

/** Shares the answer as a message, without the photo. */
export function ShareAnswer({ analysis, buttonClass }: { analysis: Analysis; buttonClass: string }) {
  const { t } = useTranslation()
  return (
    <ShareButton
      content={useShareMessage(analysis)}
      label={t('answer.share_short')}
      copiedMessage={t('answer.share_copied')}
      failedMessage={t('answer.share_failed')}
      className={buttonClass}
    />
  )
}
