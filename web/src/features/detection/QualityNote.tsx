import type { QualityWarning } from '@kutu/contract/detection'
import { useText } from '../../text/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Why another photo might be answered better than this one; nothing where the photo was a good one. */
export function QualityNote({ quality }: { quality: readonly QualityWarning[] }) {
  const { t } = useText()
  if (quality.length === 0) return null
  return (
    <Notice kind="warning" title={t('quality.title')}>
      {quality.map(warning => (
        <p key={warning} className="max-w-prose">
          {t(`quality.${warning}`)}
        </p>
      ))}
    </Notice>
  )
}
