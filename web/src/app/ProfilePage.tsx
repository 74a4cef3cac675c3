import { useEffect } from 'react'
import { Profile } from '../features/accounts/profile/Profile.tsx'
import { ProfileCover } from '../features/accounts/profile/ProfileCover.tsx'
import { findSettingsSection, SettingsList } from '../features/settings/Settings.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useAddress } from '../router.tsx'
import { TextLink } from '../ui/button/TextLink.tsx'
import { PageTitle } from '../ui/layout/PageTitle.tsx'

/** The profile with its settings: the tabs, or the section of the settings that the hash of the address names. */
export function ProfilePage() {
  const { t } = useTranslation()
  const { hash } = useAddress()
  const section = findSettingsSection(hash)
  useEffect(() => {
    if (section) window.scrollTo(0, 0)
  }, [section])
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <ProfileCover />
      {section ? (
        <>
          <PageTitle
            title={t('menu.profile')}
            section={t(section.title)}
            action={<TextLink to="#summary">{t('profile.summary')}</TextLink>}
          />
          <section.Section />
        </>
      ) : (
        <Profile settings={<SettingsList />} />
      )}
    </div>
  )
}
