import { useText } from '../../text/use-text.ts'
import { TextLink } from '../../ui/TextLink.tsx'

const links = {
  signUp: { to: '/auth/signup', text: 'account.sign_up' },
  login: { to: '/auth', text: 'account.login' },
  signIn: { to: '/auth', text: 'account.sign_in' },
  terms: { to: '/terms', text: 'account.terms' },
  privacy: { to: '/terms#privacy', text: 'account.privacy' },
  contact: { to: '/contact-us', text: 'account.contact' },
} as const

/** The row of links under a form. */
export function AuthLinks({ show }: { show: readonly (keyof typeof links)[] }) {
  const { t } = useText()
  return (
    <ul className="flex flex-wrap gap-x-6 border-t border-line pt-4">
      {show.map(name => (
        <li key={name}>
          <TextLink to={links[name].to}>{t(links[name].text)}</TextLink>
        </li>
      ))}
    </ul>
  )
}
