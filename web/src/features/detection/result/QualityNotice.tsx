import type { QualityWarning } from '@kutu/contract/detection'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'

/** Why another photo might be answered better than this one; nothing where the photo was a good one. */
export function QualityNotice({ quality }: { quality: readonly QualityWarning[] }) {
  const { t } = useTranslation()
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
