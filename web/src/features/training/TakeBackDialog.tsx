import { useText } from '../../text/use-text.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
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
  const { mutateAsync } = useTakeBack()
  async function takeBack() {
    if (image) await mutateAsync(image.id)
    return t('mine.taken_back')
  }
  return (
    <ConfirmDialog
      isOpen={image !== undefined}
      title={t('mine.take_back_title')}
      keep={t('mine.keep')}
      confirm={t('mine.take_back')}
      act={takeBack}
      {...{ onClose, onDone }}
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
