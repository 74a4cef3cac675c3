import { emptyPostForm, type PostFormValues } from './post-form.ts'

/** In the tab's own store: it outlives a phone that drops the page while its camera is open, and ends with the tab. */
const getStorageKey = (userId: string) => `postDraft:${userId}`

/** What the farmer had written before the page went; every field that cannot be read is empty. */
export function loadDraft(userId: string): PostFormValues {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(getStorageKey(userId)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return emptyPostForm
    return { ...emptyPostForm, ...Object.fromEntries(Object.entries(stored).filter(isDraftField)) }
  } catch {
    return emptyPostForm
  }
}

const isDraftField = ([name, value]: [string, unknown]): boolean => name in emptyPostForm && typeof value === 'string'

export function saveDraft(userId: string, draft: PostFormValues): void {
  try {
    sessionStorage.setItem(getStorageKey(userId), JSON.stringify(draft))
  } catch {
    // A store that is full or refused costs only the draft.
  }
}

export const deleteDraft = (userId: string): void => sessionStorage.removeItem(getStorageKey(userId))
