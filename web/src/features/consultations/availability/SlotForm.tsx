import { CalendarPlus } from 'lucide-react'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { useCreateSlot } from '../shared/expert-queries.ts'
import { describeTimeZone, toLocalDateTime, toWireTime } from '../time/date-time-input.ts'

/** Form for one slot in the expert's own time zone. Invalid times are sent too, because the server says what is wrong. */
export function SlotForm() {
  const { t } = useTranslation()
  const createSlot = useCreateSlot()
  const getIdempotencyKey = useIdempotencyKey()
  const form = useForm({
    initialValues: { start_time: '', end_time: '' },
    errorFields: { slot_overlaps: 'start_time' },
    onSubmit: async values => {
      const body = { start_time: toWireTime(values.start_time), end_time: toWireTime(values.end_time) }
      await createSlot.mutateAsync({ body, idempotencyKey: getIdempotencyKey(body) })
      form.reset()
      showSuccess(t('slots.created'))
    },
  })
  const now = toLocalDateTime(getServerTime()).slice(0, 16)
  return (
    <Card title={t('slots.new')}>
      <p className="text-muted">{t('slots.zone', { zone: describeTimeZone(getServerTime()) })}</p>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-6">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField {...form.text('start_time')} type="datetime-local" label={t('slots.start')} min={now} />
          <TextField
            {...form.text('end_time')}
            type="datetime-local"
            label={t('slots.end')}
            min={form.values.start_time || now}
          />
        </div>
        <Button type="submit" busy={form.isSubmitting} icon={CalendarPlus} className="sm:self-start">
          {t('slots.submit')}
        </Button>
      </form>
    </Card>
  )
}
