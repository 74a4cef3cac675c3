import type { RustClass } from '@kutu/contract/common'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { classTones } from './rust-classes.ts'

export function ClassBadge({ rustClass }: { rustClass: RustClass }) {
  const { t } = useTranslation()
  return <Badge tone={classTones[rustClass]}>{t(`class.${rustClass}`)}</Badge>
}
