import { findQuestion, hasAnswer } from '@kutu/advice/field-questions'
import type { Analysis, FieldAnswer } from '@kutu/contract/detection'
import type { App } from '../../../context.ts'
import { apiError, fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import type { ReplyContext } from '../../../platform/http/handlers.ts'
import { getAnalysis } from '../analyses/analyses.ts'

/**
 * Stores what the farmer has seen at the plant of one of the caller's analyses, in place of earlier answers. The model's own
 * answer stays as it is, and with it every statistic.
 * @throws ApiError not_found, also for an analysis of another user; validation_failed for an unknown question or answer and for
 * two answers to one question
 */
export async function answerQuestions(
  app: App,
  caller: Caller,
  { id, answers, ...context }: { id: string; answers: FieldAnswer[] } & ReplyContext,
): Promise<Analysis> {
  const isKnown = answers.every(({ question: questionId, answer }) => {
    const question = findQuestion(questionId)
    return question !== undefined && hasAnswer(question, answer)
  })
  if (!isKnown || new Set(answers.map(({ question }) => question)).size < answers.length)
    throw fieldError('answers', 'field.invalid')
  const { numUpdatedRows } = await app.db
    .updateTable('analyses')
    .set({ answers: JSON.stringify(answers) })
    .where('id', '=', id)
    .where('farmer_id', '=', caller.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw apiError('not_found')
  return getAnalysis(app.db, app, caller, { id, ...context })
}
