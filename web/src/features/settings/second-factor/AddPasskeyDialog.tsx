import { useState } from 'react'
import { createPasskey } from '../../../api/passkeys.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { TextField } from '../../../ui/form/TextField.tsx'
import { ConfirmPasswordForm, FactorDialog } from './FactorDialog.tsx'
import { startPasskey, useConfirmPasskey } from './queries.ts'

/** Adds a passkey: name and password, the browser's own dialog, then the recovery codes of a first factor. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync } = useConfirmPasskey()
  const [name, setName] = useState<string>(t('security.passkey_name'))
  const [codes, setCodes] = useState<string[]>()

  async function add(password: string) {
    const { setup, options } = await startPasskey(password)
    const credential = await createPasskey(options).catch(() => undefined)
    // The browser's own messages are technical and in another language.
    if (!credential) {
      showError(t('security.passkey_failed'))
      return
    }
    const { recovery_codes } = await mutateAsync({ setup, credential, name: name.trim() || t('security.passkey_name') })
    showSuccess(t('security.on'))
    if (recovery_codes) setCodes(recovery_codes)
    else onClose()
  }

  return (
    <FactorDialog title={t('security.add_passkey')} submitLabel={t('action.continue')} {...{ codes, onClose }}>
      {step => (
        <ConfirmPasswordForm {...step} onPassword={add}>
          <p>{t('security.passkey_lead')}</p>
          <TextField
            label={t('security.name')}
            value={name}
            onChange={event => setName(event.target.value)}
            maxLength={60}
            autoComplete="off"
          />
        </ConfirmPasswordForm>
      )}
    </FactorDialog>
  )
}
