import type { Post } from '@kutu/contract/community'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { join } from '../../ui/join.ts'
import { Checkbox } from './Checkbox.tsx'

/** How many posts there are, and the way to approve several; it stays in sight once one is chosen. */
export function BulkBar({
  summary,
  free,
  chosen,
  onChoose,
  onApprove,
}: {
  summary: string
  /** Those of the page that can be approved. */
  free: readonly Post[]
  chosen: readonly Post[]
  onChoose: (posts: readonly Post[]) => void
  onApprove: () => void
}) {
  const { t } = useText()
  const isAll = chosen.length === free.length
  return (
    <div className="contents">
      <p aria-live="polite" className="text-muted">
        {summary}
      </p>
      {free.length > 0 && (
        <div
          className={join(
            'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-white px-4 py-2',
            chosen.length > 0 && 'sticky top-16 z-10 border-leaf',
          )}
        >
          <Checkbox
            label={
              chosen.length > 0
                ? t('moderation.chosen', { count: chosen.length })
                : t('moderation.choose_all', { count: free.length })
            }
            isChecked={isAll}
            isMixed={chosen.length > 0 && !isAll}
            onCheck={isOn => onChoose(isOn ? free : [])}
          />
          {chosen.length > 0 && (
            <div className="flex flex-wrap gap-2">
              <Button variant="quiet" onClick={() => onChoose([])}>
                {t('moderation.choose_none')}
              </Button>
              <Button onClick={onApprove}>{t('moderation.approve_chosen', { count: chosen.length })}</Button>
            </div>
          )}
        </div>
      )}
    </div>
  )
}
