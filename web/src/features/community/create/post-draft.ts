import { emptyPostForm, type PostFormValues } from './post-form.ts'

/**
 * Drafts are kept in sessionStorage: they survive a page that the phone drops while its camera is open, and end with
 * the tab.
 */
const getStorageKey = (owner: string) => `postDraft:${owner}`

/** Returns whose draft it is: each analysis that a user asks about has its own. */
export const getDraftOwner = (userId: string, analysisId?: string): string =>
  analysisId === undefined ? userId : `${userId}:${analysisId}`

/** Returns the stored draft; missing or unreadable fields are empty. */
export function loadDraft(owner: string): PostFormValues {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(getStorageKey(owner)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return emptyPostForm
    return { ...emptyPostForm, ...Object.fromEntries(Object.entries(stored).filter(isDraftField)) }
  } catch {
    return emptyPostForm
  }
}

/** Tells if a draft with any text is stored. */
export const hasDraft = (owner: string): boolean => Object.values(loadDraft(owner)).some(text => text !== '')

const isDraftField = ([name, value]: [string, unknown]): boolean => name in emptyPostForm && typeof value === 'string'

export function saveDraft(owner: string, draft: PostFormValues): void {
  try {
    sessionStorage.setItem(getStorageKey(owner), JSON.stringify(draft))
  } catch {
    // Without storage (full or disabled) only the draft is lost.
  }
}

export const deleteDraft = (owner: string): void => sessionStorage.removeItem(getStorageKey(owner))
