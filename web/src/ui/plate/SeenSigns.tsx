import { findQuestion } from '@kutu/advice/field-questions'
import type { FieldAnswer } from '@kutu/contract/detection'
import { useTranslation } from '../../i18n/use-translation.ts'

/** Shows what a farmer has seen at the plant, one line a question; nothing for questions that the farmer could not answer. */
export function SeenSigns({ answers }: { answers: readonly FieldAnswer[] }) {
  const { language } = useTranslation()
  const lines = answers.flatMap(({ question: id, answer }) => {
    const question = findQuestion(id)
    const label = question?.answers.find(each => each.id === answer)?.label[language]
    return question && label ? `${question.question[language]} ${label}` : []
  })
  return lines.map(line => <span key={line}>{line}</span>)
}
