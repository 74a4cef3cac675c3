import { useTranslation } from '../../i18n/use-translation.ts'
import { TextLink } from '../../ui/button/TextLink.tsx'

const links = {
  signUp: { to: '/auth/signup', labelKey: 'account.sign_up' },
  login: { to: '/auth', labelKey: 'account.login' },
  signIn: { to: '/auth', labelKey: 'account.sign_in' },
  terms: { to: '/terms', labelKey: 'account.terms' },
  privacy: { to: '/terms#privacy', labelKey: 'account.privacy' },
  contact: { to: '/contact-us', labelKey: 'menu.contact' },
} as const

/** The row of links below an authentication form. */
export function AuthLinks({ show }: { show: readonly (keyof typeof links)[] }) {
  const { t } = useTranslation()
  return (
    <ul className="flex flex-wrap gap-x-6 border-t border-line pt-4">
      {show.map(name => (
        <li key={name}>
          <TextLink to={links[name].to}>{t(links[name].labelKey)}</TextLink>
        </li>
      ))}
    </ul>
  )
}
