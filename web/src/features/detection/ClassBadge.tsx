import type { RustClass } from '@kutu/contract/common'
import { useText } from '../../text/use-text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { classTones } from './answer-bands.ts'

/** The class in its colour, with its shape and its word. */
export function ClassBadge({ rustClass }: { rustClass: RustClass }) {
  const { t } = useText()
  return <Badge tone={classTones[rustClass]}>{t(`class.${rustClass}`)}</Badge>
}
