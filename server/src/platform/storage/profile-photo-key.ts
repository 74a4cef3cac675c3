/** Returns the file key of a profile photo. It contains the time of the last change, so a new photo gets a new URL. */
export const profilePhotoKey = (userId: string, changedAt: Date): string =>
  `portraits/${userId}/${changedAt.getTime()}.jpg`

const keyPattern = /^portraits\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(\d{1,15})\.jpg$/

/** Parses a profile photo key; returns undefined for any other key. */
export function parseProfilePhotoKey(key: string): { userId: string; changedAt: Date } | undefined {
  const [, userId, changedAt] = keyPattern.exec(key) ?? []
  return userId === undefined ? undefined : { userId, changedAt: new Date(Number(changedAt)) }
}
