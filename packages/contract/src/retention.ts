/**
 * How long the product keeps personal data, in days. The server's clean-up and the privacy page both read this table, so
 * that the page cannot promise something else. No schemas here: the web bundles this file.
 */
export const retentionDays = {
  /** From the request to delete an account until it is erased. Signing in before cancels the request. */
  deletedAccount: 14,
  /** A sign-up that was never activated, from its start. */
  unfinishedSignUp: 30,
  /** Codes and reset links, after they have expired. */
  codes: 7,
  /** Counts of wrong passwords, from the first one. */
  signInFailures: 30,
  /** A session, after its last use. */
  sessions: 30,
  /** The cookie that recognizes a device, after the last sign-in. Browsers allow no more. */
  deviceCookie: 400,
  /** Replies that the server repeats when a phone repeats a request. */
  storedReplies: 60,
  notifications: 180,
  /** A data export, after it is ready. */
  dataExports: 7,
  /** A photo that was uploaded for a post and never used. */
  unusedUploads: 7,
  /** A job that failed for good, such as an email that could not be delivered. */
  failedJobs: 90,
  /** An email in DATA_DIR/mail, which the server writes if it has no mail server. */
  writtenEmails: 30,
  /** From which network and request an entry of the audit log came. */
  requestOrigins: 90,
  /** An API key with its contact, after it was revoked or expired. */
  endedApiKeys: 365,
  /** Photos of another account that wait on a shared device. Their replies are kept as long, so none is stored twice. */
  waitingPhotos: 60,
} as const

export type RetentionPeriod = keyof typeof retentionDays

const millisecondsPerDay = 24 * 3600 * 1000

/** Returns a period in milliseconds. */
export const retentionMs = (period: RetentionPeriod): number => retentionDays[period] * millisecondsPerDay
