import type { Post } from '@kutu/contract/community/community'
import type { PostAction } from '@kutu/contract/community/moderation'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { runNewestToastAction } from '../../../../ui/feedback/toasts.ts'
import { Checkbox } from '../../../../ui/form/Checkbox.tsx'
import { ReasonDialog } from '../../../../ui/overlay/ReasonDialog.tsx'
import { ModeratedPost } from '../post/ModeratedPost.tsx'
import { isActionAllowed, useModeration } from '../post/use-moderation.ts'
import { postCommentsPath } from '../shared/paths.ts'
import { searchFieldId } from './PostFilters.tsx'
import { BoardShortcutDialog } from './shortcuts/BoardShortcutHelp.tsx'
import type { BoardAction } from './shortcuts/board-shortcuts.ts'
import { useBoardShortcuts } from './shortcuts/use-board-shortcuts.ts'

/** An answer is given with the approval. */
const requiredAction = (action: PostAction | 'answer'): PostAction => (action === 'answer' ? 'approve' : action)

/** One page of posts that can be moderated one by one, in bulk, or by keyboard. */
export function ModerationList({
  posts,
  isQueue,
  summary,
  children,
}: {
  posts: readonly Post[]
  isQueue: boolean
  summary: string
  /** Shown instead of an empty list. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const moderation = useModeration()
  const navigate = useNavigate()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [postToFlag, setPostToFlag] = useState<Post>()
  const [answeredId, setAnsweredId] = useState<string>()
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const listRef = useRef<HTMLUListElement>(null)
  const selectable = posts.filter(post => isActionAllowed(post, 'approve') && !moderation.isBusy(post))
  const selected = selectable.filter(({ id }) => selectedIds.has(id))

  const toggleSelected = (post: Post, isOn: boolean) =>
    setSelectedIds(ids => new Set(isOn ? [...ids, post.id] : [...ids].filter(id => id !== post.id)))

  /** Opens or closes the answer in a card. The closed card takes the focus, so that the keys work on. */
  function answer(post: Post, isAnswering: boolean) {
    // An answer that has been sent closes late: the next one may be open already.
    setAnsweredId(id => (isAnswering ? post.id : id === post.id ? undefined : id))
    if (!isAnswering) listRef.current?.querySelector<HTMLElement>(`[data-post="${post.id}"]`)?.focus()
  }

  /** Returns true if the action was applied. Only some need a post. */
  function performAction(action: BoardAction, post: Post | undefined): boolean {
    if (action === 'undo') return moderation.undoLast(awaitPosts) || runNewestToastAction()
    if (action === 'help') setHelpOpen(true)
    else if (action === 'search') {
      const field = document.getElementById(searchFieldId)
      field?.focus()
      return field !== null
    } else if (!post) return false
    else if (action === 'comments') navigate(postCommentsPath(post))
    else if (moderation.isBusy(post)) return false
    else if (action === 'select') {
      if (!isActionAllowed(post, 'approve')) return false
      toggleSelected(post, !selectedIds.has(post.id))
    } else if (action === 'next' || action === 'previous' || !isActionAllowed(post, requiredAction(action)))
      return false
    else if (action === 'approve') void moderation.approve([post])
    else if (action === 'answer') setAnsweredId(post.id)
    else if (action === 'unflag') void moderation.unflag(post)
    else setPostToFlag(post)
    return true
  }
  const { awaitPosts } = useBoardShortcuts(listRef, posts, performAction)

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
      <ul ref={listRef} className={clsx('grid gap-4', !isQueue && 'lg:grid-cols-2')}>
        {posts.map(post => (
          <li key={post.id} className="min-w-0">
            <ModeratedPost
              {...{ post, moderation, isQueue }}
              isSelected={selectedIds.has(post.id)}
              onSelect={isOn => toggleSelected(post, isOn)}
              onFlag={() => setPostToFlag(post)}
              isAnswering={post.id === answeredId}
              onAnswer={isAnswering => answer(post, isAnswering)}
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
      <BoardShortcutDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
      <ReasonDialog
        confirmLabel={t('moderation.flag')}
        lead={t('moderation.flag_lead')}
        title={t('moderation.flag_title', { title: postToFlag?.title ?? '' })}
        isOpen={postToFlag !== undefined}
        onClose={() => setPostToFlag(undefined)}
        onReason={reason => {
          if (postToFlag) void moderation.flag(postToFlag, reason)
          setPostToFlag(undefined)
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
