import type { TrainingLabel } from '@kutu/contract/training-images'
import { useText } from '../../text/use-text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { labelTones } from './labels.ts'

/** A label in the colour, shape and word of its class. */
export function LabelBadge({ label }: { label: TrainingLabel | null }) {
  const { t } = useText()
  if (label === null) return <Badge>{t('mine.no_label')}</Badge>
  return <Badge tone={labelTones[label]}>{t(`class.${label}`)}</Badge>
}
