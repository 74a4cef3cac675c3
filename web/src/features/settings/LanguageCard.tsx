import type { Language } from '@kutu/contract/common'
import { languages } from '../../text/language.ts'
import { useText } from '../../text/use-text.ts'
import { Card } from '../../ui/Card.tsx'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { changeLanguage } from '../../ui/change-language.ts'

/** The same choice as in the bar above; whoever is signed in has it kept on the server wherever it is made. */
export function LanguageCard() {
  const { t, language } = useText()
  return (
    <Card title={t('language.label')}>
      <ChoiceChips<Language>
        legend={t('settings.language_lead')}
        choices={languages.map(value => ({ value, label: t(`language.${value}`) }))}
        value={language}
        onChange={chosen => void changeLanguage(chosen)}
      />
      <p className="text-sm text-muted">{t('language.luganda_note')}</p>
    </Card>
  )
}
