import type { Post } from '@kutu/contract/community'
import { useText } from '../../text/use-text.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'

/** How many posts there are, beside the box that chooses all of the page that can be approved. */
export function ChooseAll({
  summary,
  free,
  chosen,
  onChoose,
}: {
  summary: string
  free: readonly Post[]
  chosen: readonly Post[]
  onChoose: (posts: readonly Post[]) => void
}) {
  const { t } = useText()
  const isAll = chosen.length === free.length
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 rounded-lg border border-line bg-white px-4 py-2">
      {free.length > 0 && (
        <Checkbox
          label={t('moderation.choose_all', { count: free.length })}
          isChecked={isAll}
          isMixed={chosen.length > 0 && !isAll}
          onCheck={isOn => onChoose(isOn ? free : [])}
        />
      )}
      <p aria-live="polite" className="text-muted">
        {summary}
      </p>
    </div>
  )
}
