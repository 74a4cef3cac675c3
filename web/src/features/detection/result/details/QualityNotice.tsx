import type { QualityWarning } from '@kutu/contract/detection'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Notice } from '../../../../ui/feedback/Notice.tsx'

/** Lists the photo's quality problems. Renders nothing when there are none. */
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
