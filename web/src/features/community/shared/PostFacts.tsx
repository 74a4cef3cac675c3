import { isConclusive } from '@kutu/contract/bands'
import type { Post, UrgencyLevel } from '@kutu/contract/community/community'
import { clsx } from 'clsx'
import { BadgeCheck, ChevronDown, ChevronsUp, Diamond, Equal, Leaf, Square, Triangle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { SeenSigns } from '../../../ui/plate/SeenSigns.tsx'

const urgencies = {
  high: { Sign: ChevronsUp, ink: 'text-rust-ink' },
  medium: { Sign: Equal, ink: 'text-amber-ink' },
  low: { Sign: ChevronDown, ink: 'text-muted' },
} as const satisfies Record<UrgencyLevel, object>

const classMarkers = {
  common_rust: { Shape: Triangle, ink: 'text-rust' },
  healthy: { Shape: Leaf, ink: 'text-leaf' },
  other_disease: { Shape: Square, ink: 'text-blue' },
} as const

/** Crop, disease, urgency, linked analysis result and comment count of a post. */
export function PostFacts({ post }: { post: Post }) {
  const { t } = useTranslation()
  const { Sign, ink } = urgencies[post.urgency_level]
  return (
    <dl className="flex flex-wrap gap-x-3 gap-y-1 max-sm:text-sm sm:gap-x-6">
      <Fact name={t('crop.label')}>{t(`crop.${post.crop_type}`)}</Fact>
      <Fact name={t('disease.label')}>{t(`post.disease.${post.disease_type}`)}</Fact>
      <Fact name={t('post.urgency')}>
        <Sign aria-hidden="true" className={clsx('size-5 shrink-0', ink)} />
        {t(`post.urgency.${post.urgency_level}`)}
      </Fact>
      {post.rust_result && <AnalysisFact result={post.rust_result} />}
      {post.rust_result?.answers.some(({ answer }) => answer !== 'unknown') && (
        <Fact name={t('post.seen')}>
          <span className="flex flex-col">
            <SeenSigns answers={post.rust_result.answers} />
          </span>
        </Fact>
      )}
      <CommentCount post={post} />
    </dl>
  )
}

/** Number of comments and a hint if an expert has answered; nothing without comments. */
function CommentCount({ post: { farmer_comment_count: farmers, expert_comment_count: experts } }: { post: Post }) {
  const { t, number } = useTranslation()
  if (farmers + experts === 0) return null
  return (
    <Fact name={t('comments.title')}>
      {number(farmers + experts)}
      {experts > 0 && (
        <span className="flex items-center gap-1 font-normal text-leaf-ink">
          · <BadgeCheck aria-hidden="true" className="size-4 shrink-0" />
          {t('comments.expert_answered')}
        </span>
      )}
    </Fact>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap gap-x-1 sm:gap-x-2">
      <dt className="text-muted">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-1 font-bold">{children}</dd>
    </div>
  )
}

function AnalysisFact({ result }: { result: NonNullable<Post['rust_result']> }) {
  const { t, percent } = useTranslation()
  const isUnsure = !isConclusive(result.band)
  const { Shape, ink } = isUnsure ? { Shape: Diamond, ink: 'text-amber' } : classMarkers[result.rust_class]
  const name = t(`class.${result.rust_class}`)
  return (
    <Fact name={t('post.result')}>
      <Shape aria-hidden="true" className={clsx('size-4 shrink-0 fill-current', ink)} />
      {isUnsure ? t('post.result.unsure', { name }) : `${name} · ${percent(result.confidence)}`}
    </Fact>
  )
}
