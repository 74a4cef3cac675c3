import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { eastAfricaTimeZone, isOutsideEastAfricaTime } from '../time/date-time-input.ts'
import { formatSlotRange } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'

/** Number of slots that are listed; of the others only those that clash. */
const maxListed = 26

/** Lists the slots that would be created, with the conflicts the server reported. */
export function SlotPreview({
  slots,
  clashes,
}: {
  slots: readonly { start: Date; end: Date }[]
  clashes: ReadonlyMap<number, string>
}) {
  const { t } = useTranslation()
  const titleId = useId()
  if (slots.length === 0) return null
  const visible = slots
    .map((slot, position) => ({ ...slot, clash: clashes.get(position) }))
    .filter(({ clash }, position) => clash !== undefined || position < maxListed)
  return (
    <div className="flex flex-col gap-2">
      <h3 id={titleId} className="text-base">
        {t(clashes.size > 0 ? 'slots.preview_refused' : 'slots.preview', { count: slots.length })}
      </h3>
      <ol aria-labelledby={titleId} className="grid items-start gap-2 sm:grid-cols-2">
        {visible.map(({ start, end, clash }) => (
          <SlotPreviewItem key={start.toISOString()} {...{ start, end, clash }} />
        ))}
      </ol>
      {visible.length < slots.length && (
        <p className="text-muted">{t('slots.more', { count: slots.length - visible.length })}</p>
      )}
    </div>
  )
}

function SlotPreviewItem({ start, end, clash }: { start: Date; end: Date; clash: string | undefined }) {
  const { t } = useTranslation()
  return (
    <li
      className={clsx(
        'flex items-start gap-3 rounded-md border px-3 py-2',
        clash ? 'border-rust bg-rust-tint' : 'border-line',
      )}
    >
      {clash && <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-rust-ink" />}
      <div className="min-w-0">
        <p>
          <TimeRange>{formatSlotRange(start, end)}</TimeRange>
        </p>
        {isOutsideEastAfricaTime(start) && (
          <p className="text-sm">{t('slots.in_east', { when: formatSlotRange(start, end, eastAfricaTimeZone) })}</p>
        )}
        {clash && <p className="text-sm text-rust-ink">{clash}</p>}
      </div>
    </li>
  )
}
