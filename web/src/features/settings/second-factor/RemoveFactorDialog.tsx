import type { SecondFactor } from '@kutu/contract/accounts/second-factor'
import { useId, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { ConfirmPasswordForm } from './ConfirmPasswordForm.tsx'
import { useRemoveFactor } from './queries.ts'

/** Removes a factor after asking for the password. */
export function RemoveFactorDialog({
  factor: { id, name },
  isLast,
  onClose,
}: {
  factor: SecondFactor
  isLast: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  const { mutateAsync } = useRemoveFactor()
  async function remove(password: string) {
    await mutateAsync({ id, password })
    showSuccess(t('notice.success'), t('security.removed', { name }))
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('security.remove_ask', { name })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button variant="danger" type="submit" form={formId} busy={isBusy}>
            {t('security.remove')}
          </Button>
        </>
      }
    >
      <ConfirmPasswordForm id={formId} onBusy={setBusy} onPassword={remove}>
        <p>{t(isLast ? 'security.remove_last' : 'security.remove_hint')}</p>
      </ConfirmPasswordForm>
    </Dialog>
  )
}
