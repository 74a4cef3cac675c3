import { Share2 } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { type Shareable, share } from './share.ts'

/** Opens the share sheet. Without one it copies the text and confirms that with a toast. */
export function ShareButton({
  content,
  label,
  copiedMessage,
  failedMessage,
  className = '',
}: {
  content: Shareable
  label: string
  copiedMessage: string
  failedMessage: string
  className?: string
}) {
  const { t } = useTranslation()
  async function onClick() {
    const outcome = await share(content)
    if (outcome === 'copied') showSuccess(t('notice.success'), copiedMessage)
    if (outcome === 'failed') showError(t('notice.error'), failedMessage)
  }
  return (
    <Button
      variant="secondary"
      icon={<Share2 aria-hidden="true" className="size-5 shrink-0" />}
      className={className}
      onClick={() => void onClick()}
    >
      {label}
    </Button>
  )
}
