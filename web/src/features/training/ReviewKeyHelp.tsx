import { useText } from '../../text/use-text.ts'
import { KeyHelp } from '../../ui/KeyHelp.tsx'
import { reviewKeys } from './review-keys.ts'

export function ReviewKeyHelp() {
  const { t } = useText()
  const said = Object.entries(reviewKeys).map(([key, act]) => [key, t(`review.key.${act}`)])
  return <KeyHelp label={t('review.keys')} lead={t('review.keys_lead')} keys={Object.fromEntries(said)} />
}
