import { clsx } from 'clsx'
import { ChevronRight, Clock } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useOutboxCounts } from '../../api/outbox/outbox-counts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'

const outboxPath = '/account/outbox'
/** Lists the waiting photos itself. */
const uploadPath = '/account/addresses/image-analysis'

/** A line above every screen while something waits to be sent, with the way to the list. */
export function OutboxStrip() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { photos, writes, needingDecision } = useOutboxCounts()
  const count = writes + (pathname === uploadPath ? 0 : photos)
  if (count === 0 || pathname === outboxPath) return null
  const needsDecision = needingDecision > 0
  return (
    <Link
      to={outboxPath}
      className={clsx(
        'flex min-h-12 items-center gap-2 rounded-lg px-4 font-bold hover:underline print:hidden',
        needsDecision ? 'bg-rust-tint text-rust-ink' : 'bg-amber-tint text-amber-ink',
      )}
    >
      <Clock aria-hidden="true" className="size-5 shrink-0" />
      <span className="grow">
        {needsDecision ? t('outbox.strip_decision', { count: needingDecision }) : t('outbox.strip', { count })}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
    </Link>
  )
}
