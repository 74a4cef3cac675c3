import { Suspense, use, useState } from 'react'
import { callApi } from '../../../api/api-client.ts'
import { ApiError, getErrorMessage } from '../../../api/errors.ts'
import { suggestLocale } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useAddress } from '../../../router.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'

/** The state of the SMS that a link belongs to, or why it is not known. */
type LoadedSms = { isOn: boolean } | { error: unknown }

/** Reads the state with the token of a link, and switches to the language of the farmer. Never rejects. */
async function loadSms(token: string): Promise<LoadedSms> {
  try {
    const { is_on: isOn, language } = await callApi('POST /api/surveillance/warning-sms/', { body: { token } })
    await suggestLocale(language)
    return { isOn }
  } catch (error) {
    return { error }
  }
}

/**
 * The page that the link in an SMS about a warning opens, without a sign-in. Its button stops these SMS: opening the link alone
 * changes nothing, because some phones open links to preview them. It does without the query library, which farmers who come
 * from an SMS would have to load for one request.
 */
export function StopSms() {
  const token = useAddress().hash.slice(1)
  return <SmsOfLink key={token} token={token} />
}

function SmsOfLink({ token }: { token: string }) {
  const [loading, setLoading] = useState(() => loadSms(token))
  return (
    <Suspense fallback={<SkeletonList count={2} className="h-14 w-full" />}>
      <SmsChoice token={token} loading={loading} onRetry={() => setLoading(loadSms(token))} />
    </Suspense>
  )
}

type ChoiceProps = { token: string; loading: Promise<LoadedSms>; onRetry: () => void }

function SmsChoice({ token, loading, onRetry }: ChoiceProps) {
  const { t } = useTranslation()
  const sms = use(loading)
  if ('isOn' in sms) return <StopButton token={token} wasOn={sms.isOn} />
  const { error } = sms
  const isBroken = error instanceof ApiError && (error.is('token_invalid') || error.is('validation_failed'))
  return (
    <>
      <PageTitle title={t('notices.sms_title')} />
      {isBroken ? (
        <Notice
          kind="error"
          title={t('notices.sms_link_wrong')}
          action={<TextLink to="/account/notifications">{t('notices.sms_open_choices')}</TextLink>}
        />
      ) : (
        <Notice
          kind="error"
          title={t('state.failed.title')}
          action={
            <Button variant="secondary" onClick={onRetry}>
              {t('action.retry')}
            </Button>
          }
        >
          {getErrorMessage(error)}
        </Notice>
      )}
    </>
  )
}

function StopButton({ token, wasOn }: { token: string; wasOn: boolean }) {
  const { t } = useTranslation()
  const [isOn, setOn] = useState(wasOn)
  const { run: toggle, isBusy } = useAction(async () => {
    const reply = await callApi('PUT /api/surveillance/warning-sms/', { body: { token, is_on: !isOn } })
    setOn(reply.is_on)
  })
  return (
    <>
      <PageTitle title={t('notices.sms_title')} lead={t('notices.sms_lead')} />
      {isOn ? <p>{t('notices.sms_others')}</p> : <Notice kind="success">{t('notices.sms_stopped')}</Notice>}
      <Button
        size="large"
        variant={isOn ? 'primary' : 'secondary'}
        className="self-start max-sm:w-full"
        busy={isBusy}
        onClick={() => void toggle()}
      >
        {t(isOn ? 'notices.sms_stop' : 'notices.sms_again')}
      </Button>
    </>
  )
}
