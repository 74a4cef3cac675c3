import type { AppointmentOutcome, Booking } from '@kutu/contract/consultations/consultations'
import { useId, useState } from 'react'
import { getErrorMessage } from '../../../api/errors.ts'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useRecordOutcome } from '../shared/expert-queries.ts'
import { OutcomeNote } from './OutcomeNote.tsx'

const maxNoteLength = 1000
const outcomes: readonly AppointmentOutcome[] = ['held', 'missed']
/** After four weeks nobody remembers. */
const recordableMs = 28 * 86_400_000

/** How an appointment that has begun went: one tap by its expert, a note for the farmer, and what the farmer says; later only what is known. */
export function OutcomeForm({ booking }: { booking: Booking }) {
  const { t } = useTranslation()
  const titleId = useId()
  const recordOutcome = useRecordOutcome()
  const { id, outcome, note, is_helpful: isHelpful, farmer } = booking
  const isRecordable = getServerTime().getTime() - Date.parse(booking.selected_date ?? '') < recordableMs
  // A farmer who says how it went was there.
  const choices = outcomes.filter(choice => isRecordable && (choice !== 'missed' || isHelpful === null))
  if (!isRecordable && outcome === null && isHelpful === null) return null
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3 rounded-lg bg-leaf-tint p-4">
      <h4 id={titleId} className="text-base">
        {t('bookings.how_it_went')}
      </h4>
      {isHelpful !== null && (
        <p>{t(isHelpful ? 'bookings.said_helpful' : 'bookings.said_unhelpful', { name: farmer.username })}</p>
      )}
      <div className="flex flex-wrap gap-2 *:grow">
        {choices.map(choice => (
          <Button
            key={choice}
            variant={choice === outcome ? 'primary' : 'secondary'}
            aria-pressed={choice === outcome}
            busy={recordOutcome.isPending && recordOutcome.variables.outcome === choice}
            onClick={() => recordOutcome.mutate({ id, outcome: choice, note: choice === outcome ? note : null })}
          >
            {t(`bookings.outcome.${choice}`)}
          </Button>
        ))}
        {!isRecordable && outcome && t(`bookings.outcome.${outcome}`)}
      </div>
      {recordOutcome.isError && <Notice kind="error">{getErrorMessage(recordOutcome.error)}</Notice>}
      {note !== null && <OutcomeNote note={note} />}
      {isRecordable && outcome !== null && <NoteButton booking={{ ...booking, outcome }} />}
    </section>
  )
}

/** Writes or changes the note, which the farmer reads with the appointment. */
function NoteButton({ booking }: { booking: Booking & { outcome: AppointmentOutcome } }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string>()
  const { mutateAsync } = useRecordOutcome()
  const { id, outcome, note } = booking
  async function save() {
    await mutateAsync({ id, outcome, note: draft ?? '' })
    return t('bookings.note_saved')
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setDraft(note ?? '')} className="-ml-4 self-start">
        {t(note === null ? 'bookings.add_note' : 'bookings.change_note')}
      </Button>
      <ConfirmDialog
        isOpen={draft !== undefined}
        onClose={() => setDraft(undefined)}
        title={t('bookings.note_title')}
        confirmLabel={t('bookings.save_note')}
        onConfirm={save}
      >
        <TextArea
          label={t('bookings.note')}
          hint={t('bookings.note_hint', { name: booking.farmer.username })}
          optional
          value={draft ?? ''}
          onChange={event => setDraft(event.target.value)}
          maxLength={maxNoteLength}
          rows={4}
          dir="auto"
        />
      </ConfirmDialog>
    </>
  )
}
