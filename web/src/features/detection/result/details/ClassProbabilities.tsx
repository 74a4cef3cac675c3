import type { RustClass } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { ClassBadge } from '../../classes/ClassBadge.tsx'
import { rustClasses } from '../../classes/rust-classes.ts'

const fillClasses: Record<RustClass, string> = {
  common_rust: 'fill-rust',
  healthy: 'fill-leaf',
  other_disease: 'fill-blue',
}

/** Shows the confidence, and the probability of each class as a badge, a percentage and a bar. */
export function ClassProbabilities({ analysis }: { analysis: Analysis }) {
  const { t, percent, dateTime } = useTranslation()
  const { probabilities, confidence, rust_class: predictedClass } = analysis
  const { uploaded_at: uploadedAt, model_version: version } = analysis
  // The class probabilities add up to 1, but the confidence also covers "none of them". Rescale them so that the
  // predicted class shows the confidence.
  const scale = probabilities[predictedClass] > 0 ? confidence / probabilities[predictedClass] : 1
  const getProbability = (name: RustClass) => Math.min(1, probabilities[name] * scale)
  return (
    <div className="flex flex-col gap-4">
      <p>
        {t('answer.confidence')} <strong>{percent(confidence)}</strong>
      </p>
      <ul className="flex flex-col gap-4">
        {rustClasses.map(name => (
          <li key={name} className="flex flex-col gap-2">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <ClassBadge rustClass={name} />
              <span className="font-bold">{percent(getProbability(name))}</span>
            </span>
            <svg aria-hidden="true" className="h-3 w-full rounded-full" preserveAspectRatio="none" viewBox="0 0 100 1">
              <rect width="100" height="1" className="fill-line" />
              <rect width={getProbability(name) * 100} height="1" className={fillClasses[name]} />
            </svg>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t('answer.made', { when: dateTime(uploadedAt), version })}</p>
    </div>
  )
}
