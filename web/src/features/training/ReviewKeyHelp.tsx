import { useText } from '../../text/use-text.ts'
import { reviewKeys } from './review-keys.ts'

/** The keys in one line, where there is a keyboard to press them on. */
export function ReviewKeyHelp() {
  const { t } = useText()
  return (
    <section aria-label={t('review.keys')} className="hidden text-sm text-muted md:pointer-fine:block">
      <p className="mb-1">{t('review.keys_lead')}</p>
      <dl className="flex flex-wrap gap-x-4 gap-y-1">
        {Object.entries(reviewKeys).map(([key, act]) => (
          <div key={key} className="flex items-center gap-2">
            <dt>
              <kbd className="inline-block min-w-7 rounded-sm border border-edge bg-white px-1.5 text-center font-sans font-bold text-ink uppercase">
                {key}
              </kbd>
            </dt>
            <dd>{t(`review.key.${act}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
