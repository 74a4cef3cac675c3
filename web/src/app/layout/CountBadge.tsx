import { clsx } from 'clsx'
import { useFormatWaiting } from '../../features/dashboard/use-waiting-work.ts'

/**
 * The number of things that wait, beside or above a menu entry. Renders nothing without any. It is drawn by CSS, so that the
 * name of the entry stays its label; `useDescribeCount` is for screen readers.
 */
export function CountBadge({ count, className }: { count: number | undefined; className?: string }) {
  const formatWaiting = useFormatWaiting()
  if (count === undefined) return null
  return (
    <span
      aria-hidden="true"
      data-count={formatWaiting(count)}
      className={clsx(
        'min-w-5 shrink-0 rounded-full bg-rust-press px-1.5 py-0.5 text-center text-xs leading-none font-bold whitespace-nowrap text-white before:content-[attr(data-count)]',
        className,
      )}
    />
  )
}
