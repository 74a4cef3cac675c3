import type { Language } from '@kutu/contract/common'
import { useQuery } from '@tanstack/react-query'
import {
  Bell,
  ChevronRight,
  FileArchive,
  Images,
  KeyRound,
  Languages,
  Mail,
  ShieldCheck,
  Smartphone,
  UserX,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  setDataSaver,
  setTextSize,
  type TextSize,
  textSizes,
  useDataSaver,
  useTextSize,
} from '../../api/device-settings.ts'
import { useUser } from '../../api/session/session.ts'
import { languages } from '../../i18n/locales.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { SkeletonList } from '../../ui/feedback/Skeleton.tsx'
import { switchLanguage } from '../../ui/feedback/switch-language.ts'
import { showSuccess } from '../../ui/feedback/toasts.ts'
import { useAction } from '../../ui/feedback/use-action.ts'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { ChoiceChips } from '../../ui/form/ChoiceChips.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { DataExportCard } from './DataExportCard.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { DevicesCard } from './DevicesCard.tsx'
import { PhotoConsentCard } from './PhotoConsentCard.tsx'
import { emailQuery, useChangeEmail, useUpdatePreferences } from './queries.ts'
import { SecondFactorCard } from './second-factor/SecondFactorCard.tsx'

/** The lines of the settings. One with an address of its own on this page has a section. */
const rows = [
  { to: '#password', icon: KeyRound, title: 'account.password' },
  { to: '#second-factor', icon: ShieldCheck, title: 'security.title', Section: SecondFactorCard },
  { to: '#devices', icon: Smartphone, title: 'settings.devices_row', Section: DevicesCard },
  { to: '#email', icon: Mail, title: 'account.email', Section: EmailCard },
  { to: '/account/notifications', icon: Bell, title: 'menu.notifications' },
  { to: '#display', icon: Languages, title: 'settings.display', Section: DisplaySection },
  { to: '#photos', icon: Images, title: 'settings.photos', Section: PhotoConsentCard },
  { to: '#data', icon: FileArchive, title: 'settings.data_row', Section: DataSection },
] as const

/** The settings of the account and this device, one line each. Each leads to its section of the profile. */
export function SettingsList() {
  const { t } = useTranslation()
  const isFarmer = useUser()?.role === 'farmer'
  return (
    <Card title={t('settings.title')}>
      <ul className="-my-2 flex flex-col divide-y divide-line">
        {rows.map(
          ({ to, icon: Icon, title }) =>
            (isFarmer || to !== '#photos') && (
              <li key={to}>
                <Link to={to} className="flex min-h-14 items-center gap-3 rounded-lg font-bold hover:bg-leaf-tint">
                  <Icon aria-hidden="true" className="size-6 shrink-0 text-muted" />
                  <span className="min-w-0 grow py-1">{t(title)}</span>
                  <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
                </Link>
              </li>
            ),
        )}
      </ul>
    </Card>
  )
}

/** Returns the section of the settings that the hash of an address names, with the key of its title. */
export const findSettingsSection = (hash: string) =>
  rows.flatMap(row => ('Section' in row && row.to === hash ? [row] : []))[0]

/** The looks of the app and its times. */
function DisplaySection() {
  return (
    <>
      <LanguageCard />
      <DisplayCard />
      <TimeZoneCard />
    </>
  )
}

function DataSection() {
  return (
    <>
      <DataExportCard />
      <DeleteAccountCard />
    </>
  )
}

const defaultOption = 'default'

/** The time zone of all times on screen and in emails. */
export function TimeZoneCard() {
  const { t, dateTime } = useTranslation()
  const timeZone = useUser()?.time_zone ?? null
  const updatePreferences = useUpdatePreferences()
  const options = [
    { value: defaultOption, label: t('settings.zone_default') },
    ...listTimeZones(timeZone).map(value => ({ value, label: value.replaceAll('_', ' ') })),
  ]
  const { run: change } = useAction(async (value: string) => {
    await updatePreferences.mutateAsync({ time_zone: value === defaultOption ? null : value })
  })
  return (
    <Card title={t('settings.zone')}>
      <Select
        label={t('settings.zone')}
        hint={t('settings.zone_now', { time: dateTime(new Date()) })}
        options={options}
        value={(updatePreferences.isPending ? updatePreferences.variables.time_zone : timeZone) ?? defaultOption}
        onChange={change}
      />
    </Card>
  )
}

/** Listed first, because few readers want another zone. */
const eastAfricanZones = [
  'Africa/Kampala',
  'Africa/Nairobi',
  'Africa/Dar_es_Salaam',
  'Africa/Kigali',
  'Africa/Bujumbura',
  'Africa/Juba',
  'Africa/Addis_Ababa',
]

/** The names that this browser knows, with `selected` even if the browser has another name for it. */
function listTimeZones(selected: string | null): readonly string[] {
  const supported = Intl.supportedValuesOf?.('timeZone') ?? []
  return [...new Set([...eastAfricanZones, ...supported, 'UTC', ...(selected === null ? [] : [selected])])]
}

/** Deletes the account. The dialog explains the consequences before it asks for the password. */
export function DeleteAccountCard() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={t('settings.leaving')}>
      <Button variant="danger" className="self-start" icon={UserX} onClick={() => setOpen(true)}>
        {t('settings.leaving_open')}
      </Button>
      {isOpen && <DeleteAccountDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** The language, as in the top bar. For a signed-in user it is also saved in the account. */
export function LanguageCard() {
  const { t, language } = useTranslation()
  return (
    <Card title={t('language.label')}>
      <ChoiceChips<Language>
        legend={t('settings.language_lead')}
        choices={languages.map(value => ({ value, label: t(`language.${value}`) }))}
        value={language}
        onChange={chosen => void switchLanguage(chosen)}
      />
      <p className="text-sm text-muted">{t('language.luganda_note')}</p>
    </Card>
  )
}

/** The email address of the account and a form to change it. The new one takes effect when its link is opened. */
export function EmailCard() {
  const { t, dateTime } = useTranslation()
  const { mutateAsync } = useChangeEmail()
  const form = useForm({
    initialValues: { email: '' },
    validate: ({ email }) => ({ email: email.trim() === '' ? t('error.required') : undefined }),
    onSubmit: async ({ email }) => {
      const { message } = await mutateAsync(email.trim())
      form.reset()
      showSuccess(message)
    },
  })
  return (
    <Card title={t('account.email')}>
      <Loaded query={useQuery(emailQuery())} skeleton={<SkeletonList count={1} className="h-12 w-64" />}>
        {({ email, pending }) => (
          <>
            <p className="font-bold wrap-anywhere">{email}</p>
            {pending && (
              <Notice>
                {t('settings.email_pending', { email: pending.email, when: dateTime(pending.expires_at) })}
              </Notice>
            )}
            <form noValidate onSubmit={form.submit} className="flex max-w-md flex-col gap-5">
              <TextField
                {...form.text('email')}
                label={t('settings.email_new')}
                hint={t('settings.email_hint')}
                type="email"
                autoComplete="email"
                required
              />
              <Button type="submit" variant="secondary" className="self-start" busy={form.isSubmitting}>
                {t('settings.email_change')}
              </Button>
            </form>
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** Display settings of this device: text size and data saver mode. */
export function DisplayCard() {
  const { t } = useTranslation()
  const isDataSaverOn = useDataSaver()
  const isExpert = useUser()?.role === 'expert'
  return (
    <>
      <Card title={t('settings.text_size')}>
        <ChoiceChips<TextSize>
          legend={t('settings.text_size_lead')}
          choices={textSizes.map(value => ({ value, label: t(`settings.size_${value}`) }))}
          value={useTextSize()}
          onChange={setTextSize}
        />
      </Card>
      <Card title={t('settings.saver')}>
        {isExpert && <p className="text-muted">{t('settings.saver_training')}</p>}
        <div className="self-start">
          <Checkbox label={t('settings.saver_label')} isChecked={isDataSaverOn} onCheckedChange={setDataSaver} />
        </div>
      </Card>
    </>
  )
}
