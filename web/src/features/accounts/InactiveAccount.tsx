import { readItem } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const ways = {
  activate: { to: '/auth/activation', text: 'login.inactive.activate' },
  verify: { to: '/auth/verify-email', text: 'login.inactive.verify' },
  ask: { to: '/auth/forgot-password', text: 'login.inactive.ask' },
} as const

function wayOn() {
  if (readItem('token') !== null) return ways.activate
  return readItem('signUpToken') === null ? ways.ask : ways.verify
}

/** The way on for someone who signed up and never finished: as far as this device remembers, else by letter. */
export function InactiveAccount() {
  const { t } = useText()
  const way = wayOn()
  return (
    <Notice kind="warning" title={t('login.inactive.title')} action={<TextLink to={way.to}>{t(way.text)}</TextLink>}>
      {way === ways.ask && t('login.inactive.letter')}
    </Notice>
  )
}
