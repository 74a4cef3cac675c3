import { useId, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { ConfirmPasswordForm } from './ConfirmPasswordForm.tsx'
import { useRenewCodes } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Replaces the recovery codes after asking for the password, and shows the new ones. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const { mutateAsync } = useRenewCodes()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(codes ? 'security.codes_title' : 'security.renew_ask')}
      footer={
        codes ? (
          <Button onClick={onClose}>{t('security.codes_saved')}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" form={formId} busy={isBusy}>
              {t('security.renew')}
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <ConfirmPasswordForm
          id={formId}
          onBusy={setBusy}
          onPassword={async password => setCodes((await mutateAsync(password)).recovery_codes)}
        >
          <p>{t('security.renew_hint')}</p>
        </ConfirmPasswordForm>
      )}
    </Dialog>
  )
}
