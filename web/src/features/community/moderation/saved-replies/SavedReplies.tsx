import type { SavedReply } from '@kutu/contract/community/saved-replies'
import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus, ListPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Loaded } from '../../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../../ui/feedback/Skeleton.tsx'
import { Pagination } from '../../../../ui/layout/Pagination.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx'
import { articleUrl } from '../../shared/article-link.ts'
import { pageSize, savedRepliesQuery, useDeleteReply } from './queries.ts'
import { SavedReplyItem } from './SavedReplyItem.tsx'

const SavedReplyDialog = lazy(async () => ({ default: (await import('./SavedReplyDialog.tsx')).SavedReplyDialog }))

/** Lists saved replies below a comment form: to insert one, to save the written text, to edit and delete own ones. */
export function SavedReplies({ text, onInsert }: { text: string; onInsert: (text: string) => void }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [edited, setEdited] = useState<SavedReply | 'new'>()
  const [deleted, setDeleted] = useState<SavedReply>()
  const deleteReply = useDeleteReply()

  function insert({ content, article }: SavedReply) {
    const parts = [text.trimEnd(), content, article === null ? '' : articleUrl(article)]
    onInsert(parts.filter(part => part !== '').join('\n\n'))
    setOpen(false)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-x-2">
        <Button
          variant="quiet"
          aria-expanded={isOpen}
          icon={<ListPlus aria-hidden="true" className="size-5" />}
          onClick={() => setOpen(!isOpen)}
        >
          {t('replies.heading')}
        </Button>
        {text.trim() !== '' && (
          <Button
            variant="quiet"
            icon={<BookmarkPlus aria-hidden="true" className="size-5" />}
            onClick={() => setEdited('new')}
          >
            {t('replies.save_text')}
          </Button>
        )}
      </div>
      {isOpen && <ReplyList onInsert={insert} onEdit={setEdited} onDelete={setDeleted} />}
      {edited && (
        <Suspense fallback={null}>
          <SavedReplyDialog
            reply={edited === 'new' ? undefined : edited}
            text={text}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        title={t('replies.delete_title', { title: deleted?.title ?? '' })}
        confirmLabel={t('replies.delete')}
        onConfirm={async () => {
          if (deleted) await deleteReply.mutateAsync(deleted.id)
          return t('replies.deleted')
        }}
      >
        <p>{t('replies.delete_lead')}</p>
      </ConfirmDialog>
    </div>
  )
}

type ReplyHandler = (reply: SavedReply) => void

function ReplyList(handlers: { onInsert: ReplyHandler; onEdit: ReplyHandler; onDelete: ReplyHandler }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  return (
    <Loaded query={useQuery(savedRepliesQuery(page))} skeleton={<SkeletonList className="h-16 w-full" />}>
      {({ results, count }) =>
        count === 0 ? (
          <p className="text-muted">{t('replies.empty')}</p>
        ) : (
          <>
            <ul className="flex flex-col gap-2">
              {results.map(reply => (
                <SavedReplyItem key={reply.id} reply={reply} {...handlers} />
              ))}
            </ul>
            <Pagination page={page} pageSize={pageSize} count={count} onPageChange={setPage} />
          </>
        )
      }
    </Loaded>
  )
}
