import type { PostResponse } from '@kutu/contract/community/community'

export type Thread = { response: PostResponse; replies: readonly PostResponse[] }

/** Groups comments with their replies, oldest reply first. A reply whose comment is on another page stands alone. */
export function groupIntoThreads(responses: readonly PostResponse[]): readonly Thread[] {
  const ids = new Set(responses.map(({ id }) => id))
  const isReply = ({ reply_to: to }: PostResponse) => to !== null && ids.has(to)
  return responses
    .filter(response => !isReply(response))
    .map(response => ({
      response,
      replies: responses.filter(({ reply_to: to }) => to === response.id).toReversed(),
    }))
}
