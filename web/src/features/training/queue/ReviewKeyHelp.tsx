import { useTranslation } from '../../../i18n/use-translation.ts'
import { KeyboardHelp } from '../../../ui/layout/KeyboardHelp.tsx'
import { reviewKeys } from './review-keys.ts'

export function ReviewKeyHelp() {
  const { t } = useTranslation()
  const keyLabels = Object.entries(reviewKeys).map(([key, action]) => [key, t(`review.key.${action}`)])
  return <KeyboardHelp label={t('review.keys')} lead={t('review.keys_lead')} keys={Object.fromEntries(keyLabels)} />
}
