const lockName = 'kutu-model-download'

/** Runs a download of the model. Work passed to `afterModelDownload` waits for it. */
export const duringModelDownload = <Result>(download: () => Promise<Result>): Promise<Result> =>
  runWithLock('shared', download)

/** Runs `work` at once, or after the downloads of the model that are in progress in any tab, also failed ones. */
export const afterModelDownload = (work: () => Promise<void>): Promise<void> => runWithLock('exclusive', work)

function runWithLock<Result>(mode: LockMode, work: () => Promise<Result>): Promise<Result> {
  // Browsers offer locks over TLS only, and old ones not at all.
  const locks = navigator.locks as LockManager | undefined
  return locks ? (locks.request(lockName, { mode }, work) as Promise<Result>) : work()
}
