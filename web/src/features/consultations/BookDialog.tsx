import type { Slot } from '@kutu/contract/consultations'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { span } from './slot-time.ts'
import { Told } from './Told.tsx'

/** The one question before a booking: with whom, about what, when. */
export function BookDialog({
  slot,
  isSending,
  onConfirm,
  onClose,
}: {
  slot: Slot | undefined
  isSending: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useText()
  return (
    <Dialog
      isOpen={slot !== undefined}
      onClose={onClose}
      title={t('book.confirm_title')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button busy={isSending} onClick={onConfirm}>
            {t('book.slot')}
          </Button>
        </>
      }
    >
      {slot && <What slot={slot} />}
    </Dialog>
  )
}

function What({ slot }: { slot: Slot }) {
  const { t } = useText()
  const { user, areas_of_expertise: areas } = slot.expert
  const lines = [
    [t('book.confirm_with'), user.username],
    [t('book.areas'), areas],
    [t('book.confirm_when'), <Told key="when">{span(slot.start_time, slot.end_time)}</Told>],
  ] as const
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-col gap-3 rounded-lg bg-sunken p-4">
        {lines
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm text-muted">{name}</dt>
              <dd dir="auto" className="text-start font-bold wrap-anywhere">
                {value}
              </dd>
            </div>
          ))}
      </dl>
      <p>{t('book.confirm_note')}</p>
    </div>
  )
}
