import type { PostResponse } from '@kutu/contract/community'

export type Thread = { response: PostResponse; replies: readonly PostResponse[] }

/** Each comment with the experts' answers to it below, the first answer first; an answer whose comment is not here stands alone. */
export function threadsOf(responses: readonly PostResponse[]): readonly Thread[] {
  const here = new Set(responses.map(({ id }) => id))
  const isBelow = ({ reply_to: to }: PostResponse) => to !== null && here.has(to)
  return responses
    .filter(response => !isBelow(response))
    .map(response => ({
      response,
      replies: responses.filter(({ reply_to: to }) => to === response.id).toReversed(),
    }))
}
