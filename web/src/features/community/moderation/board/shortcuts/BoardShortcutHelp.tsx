import { useTranslation } from '../../../../../i18n/use-translation.ts'
import { KeyboardHelp } from '../../../../../ui/layout/KeyboardHelp.tsx'
import { boardShortcuts } from './board-shortcuts.ts'

export function BoardShortcutHelp() {
  const { t } = useTranslation()
  const entries = Object.entries(boardShortcuts).map(([key, action]) => [key, t(`moderation.key.${action}`)])
  return (
    <KeyboardHelp label={t('moderation.keys')} lead={t('moderation.keys_lead')} keys={Object.fromEntries(entries)} />
  )
}
