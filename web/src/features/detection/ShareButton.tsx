import { Share2 } from 'lucide-react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { type Shareable, share } from './share.ts'

/** Sends something on. Without a share sheet it is copied, and a notice says so. */
export function ShareButton({
  what,
  label,
  copied,
  failed,
}: {
  what: Shareable
  label: string
  copied: string
  failed: string
}) {
  const { t } = useText()
  async function onClick() {
    const outcome = await share(what)
    if (outcome === 'copied') showSuccess(t('notice.success'), copied)
    if (outcome === 'failed') showError(t('notice.error'), failed)
  }
  return (
    <Button
      variant="secondary"
      icon={<Share2 aria-hidden="true" className="size-5 shrink-0" />}
      onClick={() => void onClick()}
    >
      {label}
    </Button>
  )
}
