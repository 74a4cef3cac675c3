import type { CropType } from '@kutu/contract/common'
import type { SavedReply } from '@kutu/contract/community/saved-replies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookmarkPlus, ListPlus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { getErrorMessage } from '../../../../api/errors.ts'
import { useUser } from '../../../../api/session/session.ts'
import { languages } from '../../../../i18n/locales.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Loaded } from '../../../../ui/feedback/Loaded.tsx'
import { lazyPart } from '../../../../ui/feedback/lazy-part.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { SkeletonList } from '../../../../ui/feedback/Skeleton.tsx'
import { ChoiceChips } from '../../../../ui/form/ChoiceChips.tsx'
import { Pagination } from '../../../../ui/layout/Pagination.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx'
import { articleUrl } from '../../shared/article-link.ts'
import { pageSize, savedRepliesQuery, useAddStarters, useDeleteReply } from './queries.ts'
import { SavedReplyItem } from './SavedReplyItem.tsx'

const SavedReplyDialog = lazyPart(async () => (await import('./SavedReplyDialog.tsx')).SavedReplyDialog)

/**
 * Lists saved replies below a comment form: to insert one, to save the written text, to edit and delete own ones. In an
 * open list a number inserts the reply of that number.
 */
export function SavedReplies({
  text,
  crop,
  isInitiallyOpen = false,
  onInsert,
}: {
  text: string
  crop: CropType
  isInitiallyOpen?: boolean
  onInsert: (text: string) => void
}) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(isInitiallyOpen)
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
        <Button variant="quiet" aria-expanded={isOpen} icon={ListPlus} onClick={() => setOpen(!isOpen)}>
          {t('replies.heading')}
        </Button>
        {text.trim() !== '' && (
          <Button variant="quiet" icon={BookmarkPlus} onClick={() => setEdited('new')}>
            {t('replies.save_text')}
          </Button>
        )}
      </div>
      {isOpen && <ReplyList crop={crop} onInsert={insert} onEdit={setEdited} onDelete={setDeleted} />}
      {edited && (
        <SavedReplyDialog
          reply={edited === 'new' ? undefined : edited}
          text={text}
          onClose={() => setEdited(undefined)}
        />
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

/** Replies that a single key can name. */
const maxNumber = 9

/** The list takes the focus, so that a number is a command in it. */
function ReplyList({
  crop,
  ...handlers
}: { crop: CropType } & Record<'onInsert' | 'onEdit' | 'onDelete', ReplyHandler>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const ownId = useUser()?.id
  const [page, setPage] = useState(1)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.focus(), [])

  /** Waits for the list, if it has not loaded yet. */
  async function insertByNumber(event: KeyboardEvent) {
    const position = Number(event.key) - 1
    if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const { results } = await client.ensureQueryData(savedRepliesQuery(page, crop))
    const reply = results[position]
    if (reply) handlers.onInsert(reply)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      ref={list}
      role="group"
      tabIndex={-1}
      aria-label={t('replies.heading')}
      onKeyDown={event => void insertByNumber(event).catch(() => undefined)}
      className="flex flex-col gap-3 rounded-lg outline-none"
    >
      <Loaded query={useQuery(savedRepliesQuery(page, crop))} skeleton={<SkeletonList className="h-16 w-full" />}>
        {({ results, count }) => (
          <>
            {page === 1 && results.every(({ author }) => author.id !== ownId) && <StarterReplies />}
            <ul className="flex flex-col gap-2 empty:hidden">
              {results.map((reply, index) => (
                <SavedReplyItem
                  key={reply.id}
                  {...{ reply, ...handlers }}
                  number={index < maxNumber ? index + 1 : undefined}
                />
              ))}
            </ul>
            {count > 0 && <Pagination page={page} pageSize={pageSize} count={count} onPageChange={setPage} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Offers an expert without saved replies one for each disease, in a language of their choice. */
function StarterReplies() {
  const { t, language } = useTranslation()
  const [chosen, setChosen] = useState(language)
  const { mutate, isPending, error } = useAddStarters()
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{t('replies.empty')}</p>
      <ChoiceChips
        legend={t('replies.starters_language')}
        choices={languages.map(value => ({ value, label: t(`language.${value}`) }))}
        value={chosen}
        onChange={setChosen}
      />
      <Button variant="secondary" className="self-start" busy={isPending} onClick={() => mutate(chosen)}>
        {t('replies.add_starters')}
      </Button>
      {error && <Notice kind="error">{getErrorMessage(error)}</Notice>}
    </div>
  )
}
