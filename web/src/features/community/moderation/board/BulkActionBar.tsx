import { X } from 'lucide-react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'

/** Bulk actions for the selected posts. Sticks to the bottom, where toasts never cover it. */
export function BulkActionBar({
  count,
  onApprove,
  onClear,
}: {
  count: number
  onApprove: () => void
  onClear: () => void
}) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <section
      aria-label={t('moderation.chosen', { count })}
      className="sticky bottom-20 z-10 flex items-center justify-between gap-4 rounded-lg border border-leaf bg-white p-2 sm:pl-4 md:bottom-4"
    >
      <p aria-live="polite" className="font-bold max-sm:sr-only">
        {t('moderation.chosen', { count })}
      </p>
      <div className="flex gap-2 max-sm:grow">
        <Button
          variant="secondary"
          aria-label={t('moderation.choose_none')}
          icon={<X aria-hidden="true" className="size-5 sm:hidden" />}
          onClick={onClear}
        >
          <span className="max-sm:hidden">{t('moderation.choose_none')}</span>
        </Button>
        <Button className="max-sm:grow" onClick={onApprove}>
          {t('moderation.approve_chosen', { count })}
        </Button>
      </div>
    </section>
  )
}
