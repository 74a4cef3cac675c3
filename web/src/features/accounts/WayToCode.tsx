import { readItem } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { TextLink } from '../../ui/TextLink.tsx'

/** Where a new code can be had: with a token on the Verify Email screen, without one by a letter. */
export function WayToCode() {
  const { t } = useText()
  const hasToken = readItem('signUpToken') !== null || readItem('token') !== null
  return (
    <TextLink to={hasToken ? '/auth/verify-email' : '/auth/forgot-password'} className="self-start">
      {t('activation.to_verify')}
    </TextLink>
  )
}
