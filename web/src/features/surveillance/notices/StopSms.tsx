import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError, getErrorMessage } from '../../../api/errors.ts'
import { createQueryClient } from '../../../api/query-client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { showError } from '../../../ui/feedback/toasts.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { useChooseWarningSms, useWarningSms } from './queries.ts'

/**
 * The page that the link in an SMS about a warning opens, without a sign-in. Its button stops these SMS: opening the link alone
 * changes nothing, because some phones open links to preview them.
 */
export function StopSms() {
  const token = useLocation().hash.slice(1)
  // Of this page alone, because the client of the app stores replies on the device: the link is a secret.
  const [client] = useState(() => createQueryClient())
  return (
    <QueryClientProvider client={client}>
      <SmsChoice key={token} token={token} />
    </QueryClientProvider>
  )
}

function SmsChoice({ token }: { token: string }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useWarningSms(token)
  if (isBrokenLink(error)) return <BrokenLink />
  if (data) return <StopButton token={token} isOn={data.is_on} />
  if (error)
    return (
      <>
        <PageTitle title={t('notices.sms_title')} />
        <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
      </>
    )
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{t('state.waiting')}</span>
      <Skeleton className="h-8 w-3/4" />
      <Skeleton className="h-6 w-full" />
      <Skeleton className="h-14 w-48" />
    </div>
  )
}

const isBrokenLink = (error: unknown): boolean =>
  error instanceof ApiError && (error.is('token_invalid') || error.is('validation_failed'))

function StopButton({ token, isOn }: { token: string; isOn: boolean }) {
  const { t } = useTranslation()
  const { mutateAsync, isPending, isSuccess: isChanged } = useChooseWarningSms(token)
  async function toggle() {
    try {
      await mutateAsync(!isOn)
    } catch (error) {
      showError(t('notice.error'), getErrorMessage(error))
    }
  }
  return (
    <>
      <PageTitle title={t('notices.sms_title')} lead={t('notices.sms_lead')} />
      {isOn && !isChanged ? (
        <p>{t('notices.sms_others')}</p>
      ) : (
        <Notice kind="success">{t(isOn ? 'notices.sms_restarted' : 'notices.sms_stopped')}</Notice>
      )}
      <Button
        size="large"
        variant={isOn ? 'primary' : 'secondary'}
        className="self-start max-sm:w-full"
        busy={isPending}
        onClick={() => void toggle()}
      >
        {t(isOn ? 'notices.sms_stop' : isChanged ? 'notices.undo' : 'notices.sms_again')}
      </Button>
    </>
  )
}

function BrokenLink() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle title={t('notices.sms_title')} />
      <Notice kind="error" title={t('notices.sms_link_wrong')}>
        <p>{t('notices.sms_link_again')}</p>
      </Notice>
      <div className="flex flex-col items-start">
        <p>{t('notices.sms_link_sign_in')}</p>
        <TextLink to="/account/notifications">{t('notices.sms_open_choices')}</TextLink>
      </div>
    </>
  )
}
