import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { labelTones } from './labels.ts'

export function LabelBadge({ label }: { label: TrainingLabel | null }) {
  const { t } = useTranslation()
  if (label === null) return <Badge>{t('mine.no_label')}</Badge>
  return <Badge tone={labelTones[label]}>{t(`class.${label}`)}</Badge>
}
