import { emptyPostForm, type PostFormValues } from './post-form.ts'

/**
 * Drafts are kept in sessionStorage: they survive a page that the phone drops while its camera is open, and end with
 * the tab.
 */
const getStorageKey = (userId: string) => `postDraft:${userId}`

/** Returns the stored draft; missing or unreadable fields are empty. */
export function loadDraft(userId: string): PostFormValues {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(getStorageKey(userId)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return emptyPostForm
    return { ...emptyPostForm, ...Object.fromEntries(Object.entries(stored).filter(isDraftField)) }
  } catch {
    return emptyPostForm
  }
}

/** Tells if a draft with any text is stored. */
export const hasDraft = (userId: string): boolean => Object.values(loadDraft(userId)).some(text => text !== '')

const isDraftField = ([name, value]: [string, unknown]): boolean => name in emptyPostForm && typeof value === 'string'

export function saveDraft(userId: string, draft: PostFormValues): void {
  try {
    sessionStorage.setItem(getStorageKey(userId), JSON.stringify(draft))
  } catch {
    // Without storage (full or disabled) only the draft is lost.
  }
}

export const deleteDraft = (userId: string): void => sessionStorage.removeItem(getStorageKey(userId))
