import { type ComponentProps, useState } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { ReasonDialog } from '../../../../ui/overlay/ReasonDialog.tsx'
import { ModeratedPost } from './ModeratedPost.tsx'

type PostDecisionProps = Pick<ComponentProps<typeof ModeratedPost>, 'post' | 'moderation' | 'isSelected' | 'onSelect'>

/** One post with everything that an expert can do with it. */
export function PostDecision({ post, moderation, ...selection }: PostDecisionProps) {
  const { t } = useTranslation()
  const [step, setStep] = useState<'answer' | 'replies' | 'flag'>()
  return (
    <>
      <ModeratedPost
        {...{ post, moderation, ...selection }}
        onFlag={() => setStep('flag')}
        isAnswering={step === 'answer' || step === 'replies'}
        hasOpenReplies={step === 'replies'}
        onReplies={() => setStep('replies')}
        onAnswer={isAnswering => setStep(isAnswering ? 'answer' : undefined)}
      />
      <ReasonDialog
        confirmLabel={t('moderation.flag')}
        lead={t('moderation.flag_lead')}
        title={t('moderation.flag_title', { title: post.title })}
        isOpen={step === 'flag'}
        onClose={() => setStep(undefined)}
        onReason={reason => {
          setStep(undefined)
          void moderation.flag(post, reason)
        }}
      />
    </>
  )
}
