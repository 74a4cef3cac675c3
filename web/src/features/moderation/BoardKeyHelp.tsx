import { useText } from '../../text/use-text.ts'
import { KeyHelp } from '../../ui/KeyHelp.tsx'
import { boardKeys } from './board-keys.ts'

export function BoardKeyHelp() {
  const { t } = useText()
  const said = Object.entries(boardKeys).map(([key, act]) => [key, t(`moderation.key.${act}`)])
  return <KeyHelp label={t('moderation.keys')} lead={t('moderation.keys_lead')} keys={Object.fromEntries(said)} />
}
