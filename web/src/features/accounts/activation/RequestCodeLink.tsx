import { readItem } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'

/** Links to where a new code can be requested: Verify Email with a token, Forgot Password without one. */
export function RequestCodeLink() {
  const { t } = useTranslation()
  const hasToken = readItem('signUpToken') !== null || readItem('token') !== null
  return (
    <TextLink to={hasToken ? '/auth/verify-email' : '/auth/forgot-password'} className="self-start">
      {t('activation.to_verify')}
    </TextLink>
  )
}
