/** Limits that the web app shows or keeps as well. No schemas here: the web bundles this file. */

/** At most this many of each kind of waiting work are counted, so that the cost does not grow with the backlog. */
export const maxWaitingCounted = 100

/** Page size of the review queue on which the count of photos is based: control photos are mixed in by page. */
export const reviewPageSize = 20

/** Maximum number of districts that an expert serves. */
export const maxDistrictsServed = 40

/** Characters of the reason for which a warning is withdrawn. */
export const maxWithdrawalReason = 500

/** Weeks after the confirmation of a warning, from which its outcome is due. */
export const outcomeWeeks = 4

/** The interval of an alarm that an administrator sets is so many times as long for clusters of the scan, whose p-value is 0.05 at most. */
export const scanIntervalFactor = 4
