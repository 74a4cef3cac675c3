import type { FieldAnswer } from '@kutu/contract/detection'
import { Bookmark } from 'lucide-react'
import { useNavigate } from 'react-router'
import { makeItem, type OutboxItem } from '../../../../api/outbox/outbox-item.ts'
import { putItem } from '../../../../api/outbox/outbox-store.ts'
import { noteSavedAnswer } from '../../../../api/session/saved-answer.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { showError } from '../../../../ui/feedback/toasts.ts'
import { visitorId } from '../../outbox/saved-answers.ts'

type Props = {
  item: OutboxItem<'photo'>
  answers: readonly FieldAnswer[]
  /** Name of the answer at the sign-up, empty if there is none. */
  name: string
}

/** Keeps a visitor's answer on this phone and leads to the sign-up, whose account files it. */
export function SaveAnswer({ item, answers, name }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  async function save() {
    try {
      await putItem({ ...item, ownerId: visitorId })
      if (answers.length > 0) {
        const data = { analysis: { itemKey: item.key }, answers: [...answers] }
        await putItem({ ...makeItem('answers', data, `${item.key}-answers`), ownerId: visitorId })
      }
    } catch {
      return showError(t('notice.error'), t('trial.save_failed'))
    }
    noteSavedAnswer(name)
    await navigate('/auth/signup')
  }
  return (
    <div className="flex flex-col gap-2 print:hidden">
      <Button
        size="large"
        variant="secondary"
        wide
        icon={<Bookmark aria-hidden="true" className="size-6 shrink-0" />}
        onClick={save}
      >
        {t('trial.save')}
      </Button>
      <p className="text-sm text-muted">{t('trial.save_note')}</p>
    </div>
  )
}
