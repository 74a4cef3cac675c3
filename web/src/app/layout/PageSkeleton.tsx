import { useTranslation } from '../../i18n/use-translation.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'

/** Placeholder for a screen that is loading. */
export function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{t('state.waiting')}</span>
      <Skeleton className="h-10 w-1/2" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
