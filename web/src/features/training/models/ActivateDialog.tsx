import { useTranslation } from '../../../i18n/use-translation.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useActivateModel } from '../queries.ts'

/** Prevents line breaks within a version name. */
const withNonBreakingHyphens = (version: string): string => version.replaceAll('-', '\u2011')

/** Confirms the activation of a version for all users. */
export function ActivateDialog({
  version,
  approvals,
  onClose,
  onDone,
}: {
  version: string | undefined
  /** How many experts must want the version; 0 for an administrator, who decides alone. */
  approvals: number
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { mutateAsync } = useActivateModel()
  async function activate() {
    if (version === undefined) return ''
    const { is_active: isActive } = await mutateAsync(version)
    return t(isActive ? 'versions.activated' : 'versions.approved', { version })
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
      {approvals > 1 && <p>{t('versions.two_needed')}</p>}
    </ConfirmDialog>
  )
}
