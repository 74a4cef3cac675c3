import type { Post } from '@kutu/contract/community/community'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Checkbox } from '../../../../ui/form/Checkbox.tsx'
import { ModeratedPost } from '../post/ModeratedPost.tsx'
import { isActionAllowed, useModeration } from '../post/use-moderation.ts'

/** One page of posts that can be moderated one by one or in bulk. */
export function ModerationList({
  posts,
  summary,
  children,
}: {
  posts: readonly Post[]
  summary: string
  /** Shown instead of an empty list. */
  children?: ReactNode
}) {
  const moderation = useModeration()
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const selectable = posts.filter(post => isActionAllowed(post, 'approve') && !moderation.isBusy(post))
  const selected = selectable.filter(({ id }) => selectedIds.has(id))

  const toggleSelected = (post: Post, isOn: boolean) =>
    setSelectedIds(ids => new Set(isOn ? [...ids, post.id] : [...ids].filter(id => id !== post.id)))

  return (
    <>
      {posts.length === 0 ? (
        children
      ) : (
        <SelectAll
          {...{ summary, selectable, selected }}
          onSelect={allSelected => setSelectedIds(new Set(allSelected.map(({ id }) => id)))}
        />
      )}
      <ul className="grid gap-4 lg:grid-cols-2">
        {posts.map(post => (
          <li key={post.id} className="min-w-0">
            <ModeratedPost
              {...{ post, moderation }}
              isSelected={selectedIds.has(post.id)}
              onSelect={isOn => toggleSelected(post, isOn)}
            />
          </li>
        ))}
      </ul>
      <BulkActionBar
        count={selected.length}
        onClear={() => setSelectedIds(new Set())}
        onApprove={() => {
          void moderation.approve(selected)
          setSelectedIds(new Set())
        }}
      />
    </>
  )
}

/** Shows the number of posts and a checkbox that selects all posts on the page that can be approved. */
function SelectAll({
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

/** Bulk actions for the selected posts. Sticks to the bottom, where toasts never cover it. */
function BulkActionBar({ count, onApprove, onClear }: { count: number; onApprove: () => void; onClear: () => void }) {
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
          icon={X}
          iconClass="size-5 sm:hidden"
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
