import { ArrowLeft } from 'lucide-react'
import { useParams } from 'wouter'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { WarningEvidence } from './WarningEvidence.tsx'

/** A warning on its own screen. */
export function WarningPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  return (
    <>
      <TextLink to="/account/disease-warnings" className="gap-2 self-start print:hidden">
        <ArrowLeft aria-hidden="true" className="size-5" />
        {t('warnings.back')}
      </TextLink>
      <WarningEvidence id={id} level="page" />
    </>
  )
}
