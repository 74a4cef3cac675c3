import { readItem } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'

const nextSteps = {
  activate: { to: '/auth/activation', labelKey: 'login.inactive.activate' },
  verify: { to: '/auth/verify-email', labelKey: 'login.inactive.verify' },
  requestReset: { to: '/auth/forgot-password', labelKey: 'login.inactive.ask' },
} as const

function getNextStep() {
  if (readItem('token') !== null) return nextSteps.activate
  return readItem('signUpToken') === null ? nextSteps.requestReset : nextSteps.verify
}

/** Links to the next step of an unfinished sign-up, by the tokens stored on this device. */
export function InactiveAccountNotice() {
  const { t } = useTranslation()
  const nextStep = getNextStep()
  return (
    <Notice
      kind="warning"
      title={t('login.inactive.title')}
      action={<TextLink to={nextStep.to}>{t(nextStep.labelKey)}</TextLink>}
    >
      {nextStep === nextSteps.requestReset && t('login.inactive.letter')}
    </Notice>
  )
}
