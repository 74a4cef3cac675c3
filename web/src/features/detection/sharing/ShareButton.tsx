import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button/Button.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { type Shareable, share } from './share.ts'

/** Opens the share sheet. Without one it copies the text and saves the file, and confirms that with a toast. */
export function ShareButton({
  getContent,
  label,
  copiedMessage,
  savedMessage = copiedMessage,
  failedMessage,
  className = '',
}: {
  getContent: () => Shareable | Promise<Shareable>
  label: string
  copiedMessage: string
  /** In place of `copiedMessage` where a file was saved, too. */
  savedMessage?: string
  failedMessage: string
  className?: string
}) {
  const [isBusy, setBusy] = useState(false)
  async function onClick() {
    setBusy(true)
    const content = await getContent()
    setBusy(false)
    const outcome = await share(content)
    if (outcome === 'copied') showSuccess(content.file ? savedMessage : copiedMessage)
    if (outcome === 'failed') showError(failedMessage)
  }
  return (
    <Button
      variant="secondary"
      busy={isBusy}
      icon={Share2}
      iconClass="size-6 shrink-0"
      className={className}
      onClick={() => void onClick()}
    >
      {label}
    </Button>
  )
}
