import { useId, useState } from 'react'
import { createPasskey } from '../../../api/passkeys.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { TextField } from '../../../ui/form/TextField.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { ConfirmPasswordForm } from './ConfirmPasswordForm.tsx'
import { startPasskey, useConfirmPasskey } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Adds a passkey: name and password, the browser's own dialog, then the recovery codes of a first factor. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const formId = useId()
  const { mutateAsync } = useConfirmPasskey()
  const [isBusy, setBusy] = useState(false)
  const [name, setName] = useState<string>(t('security.passkey_name'))
  const [codes, setCodes] = useState<string[]>()

  async function add(password: string) {
    const { setup, options } = await startPasskey(password)
    const credential = await createPasskey(options).catch(() => undefined)
    // The browser's own messages are technical and in another language.
    if (!credential) {
      showError(t('notice.error'), t('security.passkey_failed'))
      return
    }
    const { recovery_codes } = await mutateAsync({ setup, credential, name: name.trim() || t('security.passkey_name') })
    showSuccess(t('notice.success'), t('security.on'))
    if (recovery_codes) setCodes(recovery_codes)
    else onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(codes ? 'security.codes_title' : 'security.add_passkey')}
      footer={
        codes ? (
          <Button onClick={onClose}>{t('security.codes_saved')}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" form={formId} busy={isBusy}>
              {t('security.continue')}
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <ConfirmPasswordForm id={formId} onBusy={setBusy} onPassword={add}>
          <p>{t('security.passkey_lead')}</p>
          <TextField
            label={t('security.name')}
            hint={t('security.name_hint')}
            value={name}
            onChange={event => setName(event.target.value)}
            maxLength={60}
            autoComplete="off"
          />
        </ConfirmPasswordForm>
      )}
    </Dialog>
  )
}
