import { clsx } from 'clsx'
import { useTranslation } from '../../i18n/use-translation.ts'

/** A gray placeholder. Give it the size of the coming content with `className`. */
export function Skeleton({ className = 'h-6 w-full' }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('animate-pulse rounded-md bg-line', className)} />
}

/** Placeholders for a list that is loading, announced once to screen readers. */
export function SkeletonList({ count = 3, className = 'h-24 w-full' }: { count?: number; className?: string }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{t('state.waiting')}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never move
        <Skeleton key={index} className={clsx('rounded-lg', className)} />
      ))}
    </div>
  )
}
