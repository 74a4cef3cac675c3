import { getErrorMessage, OfflineError } from '../../api/errors.ts'
import { useIsOnline } from '../../api/offline/use-is-online.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../button/Button.tsx'
import { Notice } from './Notice.tsx'

/**
 * Replaces data that could not be loaded: the reason and a retry button. While the device is offline there is nothing to
 * retry.
 */
export function LoadError({ error, onRetry, busy = false }: { error: unknown; onRetry: () => void; busy?: boolean }) {
  const { t } = useTranslation()
  const isOnline = useIsOnline()
  if (error instanceof OfflineError && !isOnline) return <Notice kind="warning" title={t('state.needs_network')} />
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
