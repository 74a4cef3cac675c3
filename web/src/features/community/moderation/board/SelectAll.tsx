import type { Post } from '@kutu/contract/community/community'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Checkbox } from '../../../../ui/form/Checkbox.tsx'

/** Shows the number of posts and a checkbox that selects all posts on the page that can be approved. */
export function SelectAll({
  summary,
  selectable,
  selected,
  onSelect,
}: {
  summary: string
  selectable: readonly Post[]
  selected: readonly Post[]
  onSelect: (posts: readonly Post[]) => void
}) {
  const { t } = useTranslation()
  const isAllSelected = selected.length === selectable.length
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 rounded-lg border border-line bg-white px-4 py-2">
      {selectable.length > 0 && (
        <Checkbox
          label={t('moderation.choose_all', { count: selectable.length })}
          isChecked={isAllSelected}
          isIndeterminate={selected.length > 0 && !isAllSelected}
          onCheckedChange={isOn => onSelect(isOn ? selectable : [])}
        />
      )}
      <p aria-live="polite" className="text-muted">
        {summary}
      </p>
    </div>
  )
}
