import { useTranslation } from '../../../i18n/use-translation.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useActivateModel } from '../queries.ts'

/** Prevents line breaks within a version name. */
const withNonBreakingHyphens = (version: string): string => version.replaceAll('-', '\u2011')

/** Confirms the activation of a version for all users. */
export function ActivateDialog({
  version,
  onClose,
  onDone,
}: {
  version: string | undefined
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { mutateAsync } = useActivateModel()
  async function activate() {
    if (version !== undefined) await mutateAsync(version)
    return t('versions.activated', { version: version ?? '' })
  }
  return (
    <ConfirmDialog
      isOpen={version !== undefined}
      title={t('versions.activate_title', { version: withNonBreakingHyphens(version ?? '') })}
      cancelLabel={t('versions.keep')}
      confirmLabel={t('versions.activate')}
      variant="primary"
      onConfirm={activate}
      {...{ onClose, onSettled: onDone }}
    >
      <p>{t('versions.activate_lead')}</p>
    </ConfirmDialog>
  )
}
