import type { SavedReply } from '@kutu/contract/community/saved-replies'
import { useUser } from '../../../../api/session/session.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'

type ReplyHandler = (reply: SavedReply) => void

/** One saved reply: pressing it inserts it; own ones can be edited and deleted. */
export function SavedReplyItem({
  reply,
  number,
  onInsert,
  onEdit,
  onDelete,
}: {
  reply: SavedReply
  /** The key that inserts it. */
  number: number | undefined
  onInsert: ReplyHandler
  onEdit: ReplyHandler
  onDelete: ReplyHandler
}) {
  const { t } = useTranslation()
  const { title, content, author, is_shared: isShared } = reply
  const isOwn = author.id === useUser()?.id
  return (
    <li className="flex flex-wrap items-center gap-x-2 rounded-lg border border-line bg-white">
      <button
        type="button"
        aria-label={t('replies.insert_of', { title })}
        aria-keyshortcuts={number?.toString()}
        onClick={() => onInsert(reply)}
        className="flex min-h-12 min-w-0 grow basis-56 flex-col rounded-lg px-4 py-2 text-start hover:bg-leaf-tint"
      >
        <span dir="auto" className="font-bold wrap-anywhere">
          {number !== undefined && <kbd className="mr-2 hidden font-sans text-muted pointer-fine:inline">{number}</kbd>}
          {title}
        </span>
        <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-muted">
          {content}
        </span>
        {isShared && (
          <span className="text-sm text-muted">
            {isOwn ? t('replies.shared') : t('replies.shared_by', { name: author.username })}
          </span>
        )}
      </button>
      {isOwn && (
        <span className="flex">
          <Button variant="quiet" aria-label={t('replies.edit_of', { title })} onClick={() => onEdit(reply)}>
            {t('action.edit')}
          </Button>
          <Button variant="quiet" aria-label={t('replies.delete_of', { title })} onClick={() => onDelete(reply)}>
            {t('replies.delete')}
          </Button>
        </span>
      )}
    </li>
  )
}
