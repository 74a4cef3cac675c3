import type { Teacher } from '@kutu/contract/training/teaching'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useChangeTeacher } from '../queries.ts'

/** Confirms that an expert's photos and labels no longer count. */
export function WithdrawDialog({
  teacher,
  onClose,
  onDone,
}: {
  teacher: Teacher | undefined
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { mutateAsync } = useChangeTeacher()
  const name = teacher?.username ?? ''
  async function withdraw() {
    if (!teacher) return ''
    await mutateAsync({ id: teacher.id, isWithdrawn: true })
    return t('teachers.withdrawn', { name })
  }
  return (
    <ConfirmDialog
      isOpen={teacher !== undefined}
      title={t('teachers.withdraw_title', { name })}
      confirmLabel={t('teachers.withdraw')}
      onConfirm={withdraw}
      {...{ onClose, onSettled: onDone }}
    >
      <p>{t('teachers.withdraw_lead')}</p>
      <p>{t('teachers.withdraw_refit')}</p>
      <p>{t('teachers.withdraw_back')}</p>
    </ConfirmDialog>
  )
}
