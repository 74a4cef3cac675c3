import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { useText } from '../../text/use-text.ts'
import { join } from '../../ui/join.ts'
import { isFarFromEast } from './date-time-input.ts'
import { span } from './slot-time.ts'
import { Told } from './Told.tsx'

const east = 'Africa/Nairobi'

/** Every slot that submitting would create, and beside each what it clashes with once the server has said so. */
export function SlotPreview({
  slots,
  clashes,
}: {
  slots: readonly { start: Date; end: Date }[]
  clashes: ReadonlyMap<number, string>
}) {
  const { t } = useText()
  const titleId = useId()
  if (slots.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <h3 id={titleId} className="text-base">
        {t(clashes.size > 0 ? 'slots.preview_refused' : 'slots.preview', { count: slots.length })}
      </h3>
      <ol aria-labelledby={titleId} className="grid items-start gap-2 sm:grid-cols-2">
        {slots.map(({ start, end }, week) => (
          <PreviewedSlot key={start.toISOString()} {...{ start, end }} clash={clashes.get(week)} />
        ))}
      </ol>
    </div>
  )
}

function PreviewedSlot({ start, end, clash }: { start: Date; end: Date; clash: string | undefined }) {
  const { t } = useText()
  return (
    <li
      className={join(
        'flex items-start gap-3 rounded-md border px-3 py-2',
        clash ? 'border-rust bg-rust-tint' : 'border-line',
      )}
    >
      {clash && <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-rust-ink" />}
      <div className="min-w-0">
        <p>
          <Told>{span(start, end)}</Told>
        </p>
        {isFarFromEast(start) && <p className="text-sm">{t('slots.in_east', { when: span(start, end, east) })}</p>}
        {clash && <p className="text-sm text-rust-ink">{clash}</p>}
      </div>
    </li>
  )
}
