import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { SkeletonList } from '../../ui/feedback/Skeleton.tsx'
import { showSuccess } from '../../ui/feedback/toasts.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { emailQuery, useChangeEmail } from './queries.ts'

/** The email address of the account and a form to change it. The new one takes effect when its link is opened. */
export function EmailCard() {
  const { t, dateTime } = useTranslation()
  const { data, error, isPending, isFetching, refetch } = useQuery(emailQuery())
  const { mutateAsync } = useChangeEmail()
  const form = useForm({
    initialValues: { email: '' },
    validate: ({ email }) => ({ email: email.trim() === '' ? t('error.required') : undefined }),
    onSubmit: async ({ email }) => {
      const { message } = await mutateAsync(email.trim())
      form.reset()
      showSuccess(t('notice.success'), message)
    },
  })
  return (
    <Card title={t('settings.email')}>
      {isPending && <SkeletonList count={1} className="h-12 w-64" />}
      {!data && error && <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data && (
        <>
          <p className="font-bold wrap-anywhere">{data.email}</p>
          {data.pending && (
            <Notice>
              {t('settings.email_pending', { email: data.pending.email, when: dateTime(data.pending.expires_at) })}
            </Notice>
          )}
          <form noValidate onSubmit={form.submit} className="flex max-w-md flex-col gap-5">
            <TextField
              {...form.text('email')}
              label={t('settings.email_new')}
              hint={t('settings.email_hint')}
              type="email"
              autoComplete="email"
              required
            />
            <Button type="submit" variant="secondary" className="self-start" busy={form.isSubmitting}>
              {t('settings.email_change')}
            </Button>
          </form>
        </>
      )}
    </Card>
  )
}
