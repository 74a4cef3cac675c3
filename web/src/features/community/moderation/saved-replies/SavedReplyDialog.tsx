import { allCards } from '@kutu/advice/cards/all-cards'
import { maxTextLengths } from '@kutu/contract/community/moderation'
import type { SavedReply, SavedReplyInput } from '@kutu/contract/community/saved-replies'
import { useState } from 'react'
import { getErrorMessage } from '../../../../api/errors.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Checkbox } from '../../../../ui/form/Checkbox.tsx'
import { Select } from '../../../../ui/form/Select.tsx'
import { TextArea } from '../../../../ui/form/TextArea.tsx'
import { TextField } from '../../../../ui/form/TextField.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx'
import { useSaveReply } from './queries.ts'

const maxTitleLength = 80

/** Creates a saved reply from a text, or edits one. Loaded on demand, because it lists all articles. */
export function SavedReplyDialog({
  reply,
  text,
  onClose,
}: {
  /** The reply to edit; undefined for a new one. */
  reply: SavedReply | undefined
  /** The text of a new reply. */
  text: string
  onClose: () => void
}) {
  const { t, language } = useTranslation()
  const saveReply = useSaveReply()
  const [values, setValues] = useState<SavedReplyInput>({
    title: reply?.title ?? '',
    content: reply?.content ?? text,
    article: reply?.article ?? null,
    is_shared: reply?.is_shared ?? false,
  })
  const change = (changes: Partial<SavedReplyInput>) => setValues(current => ({ ...current, ...changes }))
  async function save() {
    await saveReply.mutateAsync({ id: reply?.id, body: { ...values, title: values.title.trim() } })
    return t('replies.saved')
  }
  const articles = allCards.map(({ id, title }) => ({ value: id, label: title[language] }))
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t(reply ? 'replies.edit_title' : 'replies.new_title')}
      confirmLabel={t('action.save')}
      variant="primary"
      canConfirm={values.title.trim() !== '' && values.content.trim() !== ''}
      onConfirm={save}
      describeFailure={error => ({ message: getErrorMessage(error), keepsOpen: true })}
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t('post.title')}
          maxLength={maxTitleLength}
          value={values.title}
          onChange={event => change({ title: event.target.value })}
        />
        <TextArea
          label={t('replies.text')}
          dir="auto"
          maxLength={maxTextLengths.response}
          value={values.content}
          onChange={event => change({ content: event.target.value })}
        />
        <Select
          label={t('replies.article')}
          hint={t('replies.article_hint')}
          options={[{ value: '', label: t('replies.no_article') }, ...articles]}
          value={values.article ?? ''}
          onChange={article => change({ article: article === '' ? null : article })}
        />
        <div className="flex">
          <Checkbox
            label={t('replies.share')}
            isChecked={values.is_shared}
            onCheckedChange={is_shared => change({ is_shared })}
          />
        </div>
      </div>
    </ConfirmDialog>
  )
}
