import type { Language } from '@kutu/contract/common'
import { languages } from '../../i18n/locales.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { switchLanguage } from '../../ui/feedback/switch-language.ts'
import { ChoiceChips } from '../../ui/form/ChoiceChips.tsx'
import { Card } from '../../ui/layout/Card.tsx'

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
