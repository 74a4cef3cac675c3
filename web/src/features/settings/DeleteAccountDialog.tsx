import type { DeletionImpact } from '@kutu/contract/accounts/own-account'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { getErrorMessage, getFieldError } from '../../api/errors.ts'
import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../ui/feedback/Skeleton.tsx'
import { showError } from '../../ui/feedback/toasts.ts'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { deleteAccount, deletionPreviewQuery } from './queries.ts'

/** Shows the consequences of deleting the account and asks for the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const formId = useId()
  const { data, error, isFetching, refetch } = useQuery(deletionPreviewQuery())
  const [password, setPassword] = useState('')
  const [passwordError, setPasswordError] = useState<{ message: string }>()
  const [isDeleting, setDeleting] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  // The field is below the explanation and may be out of view when its error appears.
  useEffect(() => {
    if (!passwordError) return
    field.current?.focus()
    field.current?.form?.scrollIntoView({ block: 'end' })
  }, [passwordError])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (password === '') return setPasswordError({ message: t('error.required') })
    setDeleting(true)
    try {
      await deleteAccount(password)
    } catch (error) {
      const fieldMessage = getFieldError(error, 'password')
      setPasswordError(fieldMessage ? { message: fieldMessage } : undefined)
      if (!fieldMessage) showError(t('notice.error'), getErrorMessage(error))
      setDeleting(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('settings.leaving_ask')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('settings.leaving_stay')}
          </Button>
          <Button variant="danger" type="submit" form={formId} busy={isDeleting} disabled={!data}>
            {t('settings.leaving_open')}
          </Button>
        </>
      }
    >
      {!data && !error && <SkeletonList count={3} className="h-16 w-full" />}
      {!data && error && <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data && (
        <form id={formId} noValidate onSubmit={submit} className="flex scroll-mb-4 flex-col gap-5">
          <Consequences {...data} />
          <PasswordField
            ref={field}
            label={t('settings.leaving_password')}
            error={passwordError?.message}
            value={password}
            onChange={event => setPassword(event.target.value)}
            name="password"
            autoComplete="current-password"
            required
          />
        </form>
      )}
    </Dialog>
  )
}

function Consequences({ days, ends }: { days: number; ends: DeletionImpact }) {
  const { t } = useTranslation()
  const role = useUser()?.role
  const { bookings, appointments, slots } = ends
  const endsNow = [
    t('settings.leaving_signed_out'),
    ...(role === 'expert' ? [t('settings.leaving_unbookable')] : []),
    ...(appointments > 0 ? [t('settings.leaving_appointments', { count: appointments })] : []),
    ...(bookings > 0 ? [t('settings.leaving_bookings', { count: bookings })] : []),
    ...(slots > 0 ? [t('settings.leaving_slots', { count: slots })] : []),
    ...(bookings + appointments + slots > 0 ? [t('settings.leaving_for_good')] : []),
  ]
  const endsLater = [
    t('settings.leaving_deleted'),
    ...(role === 'admin' ? [] : [t('settings.leaving_board'), t('settings.leaving_training')]),
  ]
  return (
    <>
      <p className="font-bold">{t('settings.leaving_back', { days })}</p>
      <ConsequenceList title={t('settings.leaving_now')} lines={endsNow} />
      <ConsequenceList title={t('settings.leaving_later', { days })} lines={endsLater} />
      <p className="text-muted">{t('settings.leaving_copy')}</p>
    </>
  )
}

function ConsequenceList({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-base">{title}</h3>
      <ul className="flex list-disc flex-col gap-1 pl-6">
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
