import type { ToEnd } from '@kutu/contract/own-account'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { fieldError, messageOf } from '../../api/errors.ts'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { showError } from '../../ui/toasts.ts'
import { leaveKutu, leavingQuery } from './queries.ts'

/** What leaving ends and what it leaves, then the password. */
export function LeavingDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const formId = useId()
  const { data, error, isFetching, refetch } = useQuery(leavingQuery())
  const [password, setPassword] = useState('')
  const [mistake, setMistake] = useState<{ said: string }>()
  const [isLeaving, setLeaving] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  // The field stands below all that has to be read first, and may be out of sight with what is said of it.
  useEffect(() => {
    if (!mistake) return
    field.current?.focus()
    field.current?.form?.scrollIntoView({ block: 'end' })
  }, [mistake])

  async function leave(event: FormEvent) {
    event.preventDefault()
    if (password === '') return setMistake({ said: t('error.required') })
    setLeaving(true)
    try {
      await leaveKutu(password)
    } catch (failure) {
      const wrong = fieldError(failure, 'password')
      setMistake(wrong ? { said: wrong } : undefined)
      if (!wrong) showError(t('notice.error'), messageOf(failure))
      setLeaving(false)
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
          <Button variant="danger" type="submit" form={formId} busy={isLeaving} disabled={!data}>
            {t('settings.leaving_open')}
          </Button>
        </>
      }
    >
      {!data && !error && <SkeletonList count={3} className="h-16 w-full" />}
      {!data && error && <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data && (
        <form id={formId} noValidate onSubmit={leave} className="flex scroll-mb-4 flex-col gap-5">
          <Consequences {...data} />
          <PasswordField
            ref={field}
            label={t('settings.leaving_password')}
            error={mistake?.said}
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

function Consequences({ days, ends }: { days: number; ends: ToEnd }) {
  const { t } = useText()
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
      <Part title={t('settings.leaving_now')} lines={endsNow} />
      <Part title={t('settings.leaving_later', { days })} lines={endsLater} />
      <p className="text-muted">{t('settings.leaving_copy')}</p>
    </>
  )
}

function Part({ title, lines }: { title: string; lines: readonly string[] }) {
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
