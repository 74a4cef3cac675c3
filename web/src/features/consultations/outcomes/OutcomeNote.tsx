import { useTranslation } from '../../../i18n/use-translation.ts'

/** The expert's note on an appointment. */
export function OutcomeNote({ note }: { note: string }) {
  const { t } = useTranslation()
  return (
    <p dir="auto" className="text-start whitespace-pre-line wrap-anywhere">
      <strong>{t('bookings.note')}:</strong> {note}
    </p>
  )
}
