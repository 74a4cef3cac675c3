import { useTranslation } from '../../i18n/use-translation.ts'
import { classNames } from '../class-names.ts'

/** A grey shape where something will stand; give it the size of what comes by `className`. */
export function Skeleton({ className = 'h-6 w-full' }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-pulse rounded-md bg-line', className)} />
}

/** A list on its way: `count` cards of their own shape, announced once. */
export function SkeletonList({ count = 3, className = 'h-24 w-full' }: { count?: number; className?: string }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{t('state.waiting')}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never move
        <Skeleton key={index} className={classNames('rounded-lg', className)} />
      ))}
    </div>
  )
}
