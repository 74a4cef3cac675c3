import { useText } from '../../text/use-text.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useActivate } from './teaching-queries.ts'

/** A version is read as one word: no line ends at its hyphen. */
const unbroken = (version: string): string => version.replaceAll('-', '\u2011')

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
  const { mutateAsync } = useActivate()
  async function activate() {
    if (version !== undefined) await mutateAsync(version)
    return t('versions.activated', { version: version ?? '' })
  }
  return (
    <ConfirmDialog
      isOpen={version !== undefined}
      title={t('versions.activate_title', { version: unbroken(version ?? '') })}
      keep={t('versions.keep')}
      confirm={t('versions.activate')}
      variant="primary"
      act={activate}
      {...{ onClose, onDone }}
    >
      <p>{t('versions.activate_lead')}</p>
    </ConfirmDialog>
  )
}
