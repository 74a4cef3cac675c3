import { useState } from 'react'
import { ApiError, getErrorMessage } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showError } from '../../../ui/feedback/toasts.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { useLinkParameters } from '../use-link-parameters.ts'

/**
 * A page that an emailed link opens. Its button runs the action with the token of the link: opening the link alone changes
 * nothing, because mail programs open links to check them.
 */
export function EmailLinkAction({
  title,
  lead,
  label,
  onRun,
}: {
  title: string
  lead: string
  label: string
  /** Runs the action and returns the message for its success. */
  onRun: (token: string) => Promise<string>
}) {
  const { t } = useTranslation()
  const { token } = useLinkParameters('token')
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<string>()
  const [linkError, setLinkError] = useState(token === null ? t('reset.token_missing') : undefined)
  async function run() {
    if (token === null) return
    setBusy(true)
    try {
      setResult(await onRun(token))
    } catch (error) {
      // Offline and the like: the link still works.
      const isFinal = error instanceof ApiError && (error.is('token_invalid') || error.is('email_taken'))
      if (isFinal) setLinkError(error.message)
      else showError(t('notice.error'), getErrorMessage(error))
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={title} lead={lead} />
      {result && (
        <Notice
          kind="success"
          title={t('notice.success')}
          action={<LinkButton to="/account">{t('email_change.go_on')}</LinkButton>}
        >
          {result}
        </Notice>
      )}
      {linkError && (
        <Notice kind="error" title={t('notice.error')}>
          {linkError}
        </Notice>
      )}
      {!result && !linkError && (
        <Button size="large" className="self-start" busy={isBusy} onClick={() => void run()}>
          {label}
        </Button>
      )}
    </div>
  )
}
