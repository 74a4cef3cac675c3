import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { downloadFile } from '../../../ui/download/download-file.ts'
import { copyText } from '../../../ui/feedback/copy-text.ts'

export type Shareable = { title: string; text?: string; url: string; file?: File | undefined }

/** Opens the share sheet. Without one, or without one for files, it copies the text and saves the file. */
export function ShareButton({
  getContent,
  className = '',
}: {
  getContent: () => Shareable | Promise<Shareable>
  className?: string
}) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  async function share() {
    setBusy(true)
    const { title, text, url, file } = await getContent()
    setBusy(false)
    const words = text === undefined ? url : `${text} ${url}`
    // Some apps drop a link beside a file, so it stands in the text.
    const data = file ? { title, text: words, files: [file] } : { title, url, ...(text !== undefined && { text }) }
    if (navigator.share && (navigator.canShare?.(data) ?? file === undefined)) {
      try {
        return await navigator.share(data)
      } catch (error) {
        // The user has closed the sheet.
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    const copied = file ? 'answer.share_saved' : text === undefined ? 'answer.link_copied' : 'answer.share_copied'
    await copyText(words, { copied: t(copied), failed: t('answer.share_failed') })
    if (file) downloadFile(file, file.name, file.type)
  }
  return (
    <Button
      variant="secondary"
      busy={isBusy}
      icon={Share2}
      iconClass="size-6 shrink-0"
      className={className}
      onClick={() => void share()}
    >
      {t('answer.share')}
    </Button>
  )
}
