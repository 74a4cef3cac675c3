import type { AdminUser } from '@kutu/contract/admin'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { runForEach } from '../../../ui/feedback/run-for-each.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useChangeUser } from './queries.ts'

/** Confirms that several accounts should be deactivated. */
export function DeactivateUsersDialog({
  users,
  isOpen,
  onClose,
  onSettled,
}: {
  users: readonly AdminUser[]
  isOpen: boolean
  onClose: () => void
  onSettled: () => void
}) {
  const { t } = useTranslation()
  const { mutateAsync } = useChangeUser()
  const count = users.length
  const deactivate = () =>
    runForEach(
      users,
      ({ id }) => mutateAsync({ id, action: 'deactivate' }),
      done => t('users.deactivated_several', { count: done.length }),
    )
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('users.deactivate_several_title', { count })}
      confirmLabel={t('users.deactivate_chosen', { count })}
      onConfirm={deactivate}
      {...{ onClose, onSettled }}
    >
      <div className="flex flex-col gap-2">
        <p className="font-bold wrap-anywhere">{users.map(({ username }) => username).join(', ')}</p>
        <p>{t('users.deactivate_hint')}</p>
      </div>
    </ConfirmDialog>
  )
}
