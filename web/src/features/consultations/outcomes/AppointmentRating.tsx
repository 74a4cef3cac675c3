import type { Booking } from '@kutu/contract/consultations/consultations'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useId } from 'react'
import { getErrorMessage } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useRateAppointment } from '../shared/farmer-queries.ts'
import { OutcomeNote } from './OutcomeNote.tsx'

/** The farmer's view of an appointment that has begun: the expert's note, and one tap that says if it helped. */
export function AppointmentRating({ booking }: { booking: Booking }) {
  const { t } = useTranslation()
  const titleId = useId()
  const rate = useRateAppointment()
  const { id, outcome, note, is_helpful: isHelpful, expert } = booking
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3 rounded-lg bg-leaf-tint p-4">
      <h3 id={titleId} className="text-base">
        {t(outcome === 'missed' ? 'my_bookings.missed' : 'my_bookings.did_it_help')}
      </h3>
      {note !== null && <OutcomeNote note={note} />}
      {outcome !== 'missed' && (
        <div className="grid gap-2 sm:grid-cols-2">
          {([true, false] as const).map(answer => (
            <Button
              key={String(answer)}
              variant={answer === isHelpful ? 'primary' : 'secondary'}
              aria-pressed={answer === isHelpful}
              busy={rate.isPending && rate.variables.is_helpful === answer}
              icon={answer ? ThumbsUp : ThumbsDown}
              onClick={() => rate.mutate({ id, is_helpful: answer })}
            >
              {t(answer ? 'my_bookings.helped' : 'my_bookings.not_helped')}
            </Button>
          ))}
        </div>
      )}
      {isHelpful !== null && <p role="status">{t('my_bookings.rating_saved', { name: expert.user.username })}</p>}
      {rate.isError && <Notice kind="error">{getErrorMessage(rate.error)}</Notice>}
    </section>
  )
}
