import { messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { useActivate } from './teaching-queries.ts'

/** Asks before another version answers everybody. */
export function ActivateDialog({
  version,
  onClose,
  onDone,
}: {
  version: string | undefined
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useText()
  const { mutateAsync, isPending } = useActivate()
  async function activate(wanted: string) {
    try {
      await mutateAsync(wanted)
      showSuccess(t('notice.success'), t('versions.activated', { version: wanted }))
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    }
    onDone()
    onClose()
  }
  return (
    <Dialog
      isOpen={version !== undefined}
      onClose={onClose}
      title={t('versions.activate_title', { version: version ?? '' })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('versions.keep')}
          </Button>
          <Button busy={isPending} onClick={() => version !== undefined && void activate(version)}>
            {t('versions.activate')}
          </Button>
        </>
      }
    >
      <p>{t('versions.activate_lead')}</p>
    </Dialog>
  )
}
