/** Names the photo of a person as it is now: given anew it gets another link, and the one before leads nowhere. */
export const profilePhotoKey = (userId: string, changedAt: Date): string =>
  `portraits/${userId}/${changedAt.getTime()}.jpg`

const keyPattern = /^portraits\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(\d{1,15})\.jpg$/

/** Whose photo a key names, and of when; undefined for any other key. */
export function parseProfilePhotoKey(key: string): { userId: string; changedAt: Date } | undefined {
  const [, userId, changedAt] = keyPattern.exec(key) ?? []
  return userId === undefined ? undefined : { userId, changedAt: new Date(Number(changedAt)) }
}
