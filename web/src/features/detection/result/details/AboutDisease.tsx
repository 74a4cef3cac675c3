import type { Analysis } from '@kutu/contract/detection'
import { BookOpen, MessageCircleQuestion } from 'lucide-react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { LinkButton } from '../../../../ui/button/LinkButton.tsx'

/** Explains the answer, with its article and the community to ask. */
export function AboutDisease({ analysis: { id, feedback, educational_resources: resources } }: { analysis: Analysis }) {
  const { t } = useTranslation()
  const [article] = resources
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose">{feedback.message}</p>
      <p className="max-w-prose">{feedback.explanation}</p>
      <div className="flex flex-wrap gap-2 max-sm:flex-col print:hidden">
        {article && (
          <LinkButton
            to={`/learn/${article.id}`}
            variant="secondary"
            icon={<BookOpen aria-hidden="true" className="size-5 shrink-0" />}
          >
            {t('answer.read_article', { title: article.title })}
          </LinkButton>
        )}
        {id !== '' && (
          <LinkButton
            to={`/account/addresses/community-posts?analysis=${id}`}
            variant="secondary"
            icon={<MessageCircleQuestion aria-hidden="true" className="size-5 shrink-0" />}
          >
            {t('answer.ask_community')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}
