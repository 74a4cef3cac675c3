import { getErrorMessage, OfflineError } from '../../api/errors.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../button/Button.tsx'
import { Notice } from './Notice.tsx'

/** What stands in place of data that did not come: why, and another try. Without a network it says so more calmly. */
export function LoadError({ error, onRetry, busy = false }: { error: unknown; onRetry: () => void; busy?: boolean }) {
  const { t } = useTranslation()
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
      {getErrorMessage(error)}
    </Notice>
  )
}
