import type { ApiKey } from '@kutu/contract/api-keys'
import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'

/**
 * Shows a new key until the administrator says that it is stored. It is part of the page rather than of a dialog, which
 * Escape would close for ever.
 */
export function NewKey({ created, onDone }: { created: ApiKey & { key: string }; onDone: () => void }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  // The dialog that created the key gives the focus back to its button first.
  useEffect(() => heading.current?.focus(), [])
  const messages = { copied: t('api_keys.copied'), failed: t('api_keys.copy_failed') }
  return (
    <section
      aria-labelledby="new-key"
      className="flex flex-col gap-4 rounded-lg border-2 border-amber bg-amber-tint p-4 sm:p-6"
    >
      <div className="flex flex-col gap-1">
        <h2 id="new-key" ref={heading} tabIndex={-1} className="scroll-mt-20 text-lg outline-none">
          {t('api_keys.new_title')}
        </h2>
        <p className="wrap-anywhere">{created.name}</p>
        <p>{t('api_keys.new_lead')}</p>
      </div>
      <code className="rounded-lg border border-edge bg-white p-3 text-sm break-all select-all">{created.key}</code>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button
          icon={<Copy aria-hidden="true" className="size-5 shrink-0" />}
          onClick={() => copyText(created.key, messages)}
        >
          {t('api_keys.copy')}
        </Button>
        <Button variant="secondary" onClick={onDone}>
          {t('api_keys.done')}
        </Button>
      </div>
    </section>
  )
}
