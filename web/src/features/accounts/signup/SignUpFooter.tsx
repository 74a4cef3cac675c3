import { Link } from 'wouter'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'

/** The submit button and links of a sign-up form. */
export function SignUpFooter({
  isSending,
  otherSignUp,
}: {
  isSending: boolean
  otherSignUp: { to: string; label: string }
}) {
  const { t } = useTranslation()
  return (
    <>
      <p className="text-sm text-muted">
        {t('signup.agree')}{' '}
        <Link to="/terms" className="font-bold text-leaf-ink underline underline-offset-4">
          {t('account.terms')}
        </Link>
        .
      </p>
      <Button type="submit" size="large" wide busy={isSending}>
        {t('account.sign_up')}
      </Button>
      <div className="flex flex-col border-t border-line pt-4">
        <p className="flex flex-wrap items-center gap-x-2">
          {t('signup.has_account')} <TextLink to="/">{t('account.sign_in')}</TextLink>
        </p>
        <TextLink to={otherSignUp.to} className="self-start">
          {otherSignUp.label}
        </TextLink>
      </div>
    </>
  )
}
