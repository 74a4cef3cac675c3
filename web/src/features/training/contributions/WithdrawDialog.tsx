import { useTranslation } from '../../../i18n/use-translation.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useWithdrawImage } from '../queries.ts'

/** Confirms the withdrawal of a photo, which cannot be undone. */
export function WithdrawDialog({
  image,
  onClose,
  onDone,
}: {
  image: { id: string; when: string } | undefined
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { mutateAsync } = useWithdrawImage()
  async function withdraw() {
    if (image) await mutateAsync(image.id)
    return t('mine.taken_back')
  }
  return (
    <ConfirmDialog
      isOpen={image !== undefined}
      title={t('mine.take_back_title')}
      cancelLabel={t('mine.keep')}
      confirmLabel={t('mine.take_back')}
      onConfirm={withdraw}
      {...{ onClose, onSettled: onDone }}
    >
      {image && (
        <div className="flex flex-col gap-2">
          <p className="font-bold">{t('mine.sent', { when: image.when })}</p>
          <p>{t('mine.take_back_lead')}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}
