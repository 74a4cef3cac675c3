import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'

/** What can be done with the posts that are chosen; it stays in sight at the bottom, where no notice covers it. */
export function BulkBar({ count, onApprove, onNone }: { count: number; onApprove: () => void; onNone: () => void }) {
  const { t } = useText()
  if (count === 0) return null
  return (
    <section
      aria-label={t('moderation.chosen', { count })}
      className="sticky bottom-20 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-leaf bg-white px-4 py-2 md:bottom-4"
    >
      <p aria-live="polite" className="font-bold">
        {t('moderation.chosen', { count })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onNone}>
          {t('moderation.choose_none')}
        </Button>
        <Button onClick={onApprove}>{t('moderation.approve_chosen', { count })}</Button>
      </div>
    </section>
  )
}
