import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeToOutbox } from '../../../api/outbox/outbox-store.ts'
import { sendOutbox } from '../../../api/outbox/send-outbox.ts'
import { getSavedAnswerName } from '../../../api/session/saved-answer.ts'
import { useUser } from '../../../api/session/session.ts'
import { VisitorQueryProvider } from '../../../api/VisitorQueryProvider.tsx'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { adoptSavedAnswers, deleteSavedAnswers, listSavedAnswers } from './saved-answers.ts'
import { useObjectUrl } from './use-object-urls.ts'

const queryKey = ['saved-answers']

/** Shows a visitor who signs up that the answer of this tab is kept. Renders nothing without one. */
export function KeptAnswer() {
  return (
    <VisitorQueryProvider>
      <KeptPhoto />
    </VisitorQueryProvider>
  )
}

function KeptPhoto() {
  const { t } = useTranslation()
  const { data: items = [] } = useQuery({ queryKey, queryFn: listSavedAnswers, retry: false, staleTime: 0 })
  const image = useObjectUrl(items.at(-1)?.data.photos[0].photo ?? null)
  const name = getSavedAnswerName()
  if (image === null || name === null) return null
  const answer = name.replace(/\b\p{Lu}(?=\p{Ll})/gu, capital => capital.toLocaleLowerCase())
  return (
    <p className="mb-5 flex items-center gap-4 rounded-lg bg-leaf-tint p-2 font-bold text-leaf-ink">
      <img src={image} alt={t('saved.photo')} className="size-20 shrink-0 rounded-lg object-cover" />
      {answer === '' ? t('saved.kept') : t('saved.kept_named', { answer })}
    </p>
  )
}

/**
 * Asks whether answers that were saved on this phone without an account belong to this user. Those of a sign-up are
 * filed without a question (`claimSavedAnswers`).
 */
export function SavedAnswer() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const userId = useUser()?.id ?? ''
  const { data: items = [] } = useQuery({ queryKey, queryFn: listSavedAnswers, retry: false, staleTime: 0 })
  useEffect(() => subscribeToOutbox(() => void client.invalidateQueries({ queryKey })), [client])
  const image = useObjectUrl(items[0]?.data.photos[0].photo ?? null)
  if (items.length === 0) return null

  async function run(action: () => Promise<unknown>, message?: string) {
    try {
      await action()
      if (message !== undefined) showSuccess(message)
    } catch {
      showError(t('trial.save_failed'))
    }
  }
  async function adopt() {
    await adoptSavedAnswers(userId)
    // Without a network the outbox tries again.
    void sendOutbox(client).catch(() => undefined)
  }
  return (
    <Card title={t('saved.title')}>
      <div className="flex items-center gap-4">
        {image && <img src={image} alt={t('saved.photo')} className="size-20 shrink-0 rounded-lg object-cover" />}
        <p>{t('saved.lead')}</p>
      </div>
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button onClick={() => run(adopt, t('saved.done'))}>{t('saved.yes')}</Button>
        <Button variant="secondary" onClick={() => run(deleteSavedAnswers)}>
          {t('saved.no')}
        </Button>
      </div>
    </Card>
  )
}
