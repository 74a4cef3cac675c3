import type { AdminUser } from '@kutu/contract/admin'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { UserFacts } from './UserFacts.tsx'
import { useChangeUser } from './user-queries.ts'

type Action = 'deactivate' | 'reactivate' | 'reset_password'

/** One account and what an admin can do about it; the reason goes into the audit log. */
export function UserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t } = useText()
  const me = useUser()
  const change = useChangeUser()
  const [reason, setReason] = useState('')
  const name = user.username
  const isDeactivated = user.state === 'deactivated'
  const isLeaving = user.state === 'leaving'
  const isOwn = me?.id === user.id

  async function act(action: Action) {
    try {
      await change.mutateAsync({ id: user.id, action, ...(reason.trim() && { reason: reason.trim() }) })
      showSuccess(t('notice.success'), t(`users.done.${action}`, { name }))
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    }
    onClose()
  }
  const button = (action: Action, variant: 'danger' | 'secondary' | 'primary') => (
    <Button
      variant={variant}
      busy={change.isPending && change.variables.action === action}
      disabled={change.isPending && change.variables.action !== action}
      onClick={() => act(action)}
    >
      {t(`users.${action}`)}
    </Button>
  )

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={name}
      footer={
        <>
          {!isDeactivated && button('reset_password', 'secondary')}
          {isDeactivated && button('reactivate', 'primary')}
          {!isDeactivated && !isOwn && button('deactivate', 'danger')}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <UserFacts user={user} />
        {isOwn && <p>{t('users.own')}</p>}
        <TextArea
          label={t('users.reason')}
          hint={t('users.reason_hint')}
          value={reason}
          onChange={event => setReason(event.target.value)}
          maxLength={500}
          optional
        />
        {isLeaving && <p>{t('users.leaving_hint')}</p>}
        {!isDeactivated && !isLeaving && !isOwn && <p className="text-muted">{t('users.deactivate_hint')}</p>}
      </div>
    </Dialog>
  )
}
