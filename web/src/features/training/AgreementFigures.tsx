import type { Agreement, Agreements, VoteWeight } from '@kutu/contract/training/agreement'
import { useTranslation } from '../../i18n/use-translation.ts'

/** Shows how an expert's labels agree with those of others, and says so when they count less. */
export function AgreementFigures({ agreements, weight }: { agreements: Agreements; weight: VoteWeight }) {
  const { t } = useTranslation()
  return (
    <>
      <dl className="flex w-full flex-col">
        {(['experts', 'controls'] as const).map(name => (
          <div key={name} className="flex flex-wrap items-baseline gap-x-4 border-t border-line py-2">
            <dt className="grow">{t(`agreement.${name}`)}</dt>
            <dd className="text-right font-bold">
              <Share agreement={agreements[name]} />
            </dd>
            <Kappa agreement={agreements[name]} />
          </div>
        ))}
      </dl>
      {weight === 0.5 && <p className="font-bold text-amber-ink">{t('agreement.half')}</p>}
      {weight === 0 && <p className="font-bold text-rust-ink">{t('agreement.no_weight')}</p>}
    </>
  )
}

function Share({ agreement }: { agreement: Agreement | null }) {
  const { t, number, percent } = useTranslation()
  if (agreement === null) return t('agreement.none')
  return t('agreement.share', { share: percent(agreement.share, 0), photos: number(agreement.photos) })
}

function Kappa({ agreement }: { agreement: Agreement | null }) {
  const { t, number } = useTranslation()
  if (agreement === null) return null
  const round = (value: number) => number(Math.round(value * 100) / 100)
  const { kappa, low, high } = agreement
  return (
    <dd className="w-full text-sm text-muted">
      {t('agreement.kappa', { kappa: round(kappa), low: round(low), high: round(high) })}
    </dd>
  )
}
