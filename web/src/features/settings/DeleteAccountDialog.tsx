import type { DeletionImpact } from '@kutu/contract/accounts/own-account'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../ui/feedback/Skeleton.tsx'
import { PasswordField } from '../../ui/form/password/PasswordField.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormDialog } from '../../ui/overlay/FormDialog.tsx'
import { deleteAccount, deletionPreviewQuery } from './queries.ts'

/** Shows the consequences of deleting the account and asks for the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const preview = useQuery(deletionPreviewQuery())
  const form = useForm({
    initialValues: { password: '' },
    validate: ({ password }) => ({ password: password === '' ? t('error.required') : undefined }),
    toastsFieldErrors: false,
    onSubmit: ({ password }) => deleteAccount(password),
  })
  return (
    <FormDialog
      title={t('settings.leaving_ask')}
      cancelLabel={t('settings.leaving_stay')}
      submitLabel={t('settings.leaving_open')}
      variant="danger"
      canSubmit={preview.data !== undefined}
      {...{ form, onClose }}
    >
      <Loaded query={preview} skeleton={<SkeletonList count={3} className="h-16 w-full" />}>
        {data => (
          <>
            <Consequences {...data} />
            <PasswordField
              {...form.text('password')}
              label={t('confirm_password.password')}
              // Scrolls far enough on focus to show the error below the field.
              className="scroll-mb-16"
              autoComplete="current-password"
              required
            />
          </>
        )}
      </Loaded>
    </FormDialog>
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
