import { maxWithdrawalReason } from '@kutu/contract/shared-limits'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useReturnFocus } from '../../../ui/overlay/use-return-focus.ts'
import { useWithdrawWarning } from './queries.ts'

/** Takes a confirmed warning back, with a reason. */
export function WithdrawWarning({ id }: { id: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const withdraw = useWithdrawWarning(id)
  const { place, focusAfter } = useReturnFocus(isOpen)
  return (
    <div ref={place} tabIndex={-1} className="outline-none print:hidden">
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('warnings.withdraw')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onSettled={focusAfter}
        title={t('warnings.withdraw_title')}
        confirmLabel={t('warnings.withdraw')}
        canConfirm={reason.trim() !== ''}
        onConfirm={async () => {
          await withdraw.mutateAsync(reason.trim())
          return t('warnings.withdrawn')
        }}
      >
        <div className="flex flex-col gap-4">
          <p>{t('warnings.withdraw_lead')}</p>
          <TextArea
            label={t('warnings.withdraw_reason')}
            hint={t('warnings.withdraw_hint')}
            name="reason"
            rows={3}
            dir="auto"
            maxLength={maxWithdrawalReason}
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        </div>
      </ConfirmDialog>
    </div>
  )
}
