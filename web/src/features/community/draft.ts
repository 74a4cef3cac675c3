import { emptyPost, type PostForm } from './post-form.ts'

/** In the tab's own store: it outlives a phone that drops the page while its camera is open, and ends with the tab. */
const keyOf = (userId: string) => `postDraft:${userId}`

/** What the farmer had written before the page went; every field that cannot be read is empty. */
export function readDraft(userId: string): PostForm {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return emptyPost
    return { ...emptyPost, ...Object.fromEntries(Object.entries(kept).filter(isField)) }
  } catch {
    return emptyPost
  }
}

const isField = ([name, value]: [string, unknown]): boolean => name in emptyPost && typeof value === 'string'

export function keepDraft(userId: string, draft: PostForm): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(draft))
  } catch {
    // A store that is full or refused costs only the draft.
  }
}

export const dropDraft = (userId: string): void => sessionStorage.removeItem(keyOf(userId))
