import { messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { useTakeBack } from './teaching-queries.ts'

/** Asks before a photo is forgotten: there is no way back. */
export function TakeBackDialog({
  image,
  onClose,
  onDone,
}: {
  image: { id: string; when: string } | undefined
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useText()
  const { mutateAsync, isPending } = useTakeBack()
  async function takeBack(id: string) {
    try {
      await mutateAsync(id)
      showSuccess(t('notice.success'), t('mine.taken_back'))
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    }
    onDone()
    onClose()
  }
  return (
    <Dialog
      isOpen={image !== undefined}
      onClose={onClose}
      title={t('mine.take_back_title')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('mine.keep')}
          </Button>
          <Button variant="danger" busy={isPending} onClick={() => image && void takeBack(image.id)}>
            {t('mine.take_back')}
          </Button>
        </>
      }
    >
      {image && (
        <div className="flex flex-col gap-2">
          <p className="font-bold">{t('mine.sent', { when: image.when })}</p>
          <p>{t('mine.take_back_lead')}</p>
        </div>
      )}
    </Dialog>
  )
}
