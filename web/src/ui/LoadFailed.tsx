import { messageOf, OfflineError } from '../api/errors.ts'
import { useText } from '../text/use-text.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

/** What stands in place of data that did not come: why, and another try. Without a network it says so more calmly. */
export function LoadFailed({ error, onRetry, busy = false }: { error: unknown; onRetry: () => void; busy?: boolean }) {
  const { t } = useText()
  return (
    <Notice
      kind={error instanceof OfflineError ? 'warning' : 'error'}
      title={t('state.failed.title')}
      action={
        <Button variant="secondary" busy={busy} onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    >
      {messageOf(error)}
    </Notice>
  )
}
