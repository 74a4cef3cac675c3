import { getErrorMessage, OfflineError } from '../../api/errors.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../button/Button.tsx'
import { Notice } from './Notice.tsx'

/**
 * Replaces data that could not be loaded: the reason and a retry button. Being offline is a warning rather than an
 * error.
 */
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
