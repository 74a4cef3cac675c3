import { clsx } from 'clsx'
import { useFormatWaiting } from '../../features/dashboard/today/use-waiting-work.ts'
import { useTranslation } from '../../i18n/use-translation.ts'

/** The number of things that wait, beside or above a menu entry. Renders nothing without any. */
export function CountBadge({ count, className }: { count: number | undefined; className?: string }) {
  const { t } = useTranslation()
  const formatWaiting = useFormatWaiting()
  if (count === undefined) return null
  return (
    <span
      className={clsx(
        'min-w-5 rounded-full bg-rust-press px-1.5 py-0.5 text-center text-xs leading-none font-bold text-white',
        className,
      )}
    >
      <span aria-hidden="true">{formatWaiting(count)}</span>
      <span className="sr-only"> {t('menu.waiting', { count: formatWaiting(count) })}</span>
    </span>
  )
}
