import { Copy, Download, Printer } from 'lucide-react'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { downloadFile } from '../../../ui/download/download-file.ts'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { focusStepRef } from './focus-step.ts'

/** Shows new recovery codes, with ways to save them. Nobody can see them again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation()
  const email = useUser()?.email ?? ''
  const text = [t('security.codes_file', { email }), '', ...codes, ''].join('\n')
  const messages = { copied: t('security.copied'), failed: t('security.copy_failed') }
  return (
    <div ref={focusStepRef} tabIndex={-1} className="flex scroll-mt-4 flex-col gap-4 outline-none">
      <Notice kind="warning" title={t('security.codes_lead')}>
        {t('security.codes_use')}
      </Notice>
      <ol className="grid gap-x-6 gap-y-2 rounded-lg border border-line bg-ground p-4 font-mono text-sm sm:grid-cols-2">
        {codes.map(code => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button
          variant="secondary"
          icon={<Copy aria-hidden="true" className="size-5 shrink-0" />}
          onClick={() => copyText(text, messages)}
        >
          {t('security.copy')}
        </Button>
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" className="size-5 shrink-0" />}
          onClick={() => downloadFile(text, 'kutu-recovery-codes.txt', 'text/plain')}
        >
          {t('security.download')}
        </Button>
        <Button
          variant="secondary"
          icon={<Printer aria-hidden="true" className="size-5 shrink-0" />}
          onClick={() => print(text)}
        >
          {t('security.print')}
        </Button>
      </div>
    </div>
  )
}

/** Prints the text alone: the page behind the dialog stays out. */
function print(text: string): void {
  const frame = document.createElement('iframe')
  // A frame that is not displayed prints an empty page.
  frame.className = 'sr-only'
  document.body.append(frame)
  const page = frame.contentDocument
  if (page) {
    page.title = 'Kutu'
    page.body.append(Object.assign(page.createElement('pre'), { textContent: text }))
  }
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove())
  frame.contentWindow?.print()
}
