/** The object storage did not answer in time or refused the request. The request may be repeated later. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}

/**
 * Converts errors of the object storage to StorageUnavailableError and returns all others unchanged, such as those of
 * a local directory. The library wraps the errors of its drivers, so the causes are searched, too.
 */
export function toStorageError(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    // The SDK adds $metadata to every error of a request, also when it got no reply. A broken body has none.
    if ('$metadata' in cause || cause.name === 'TimeoutError' || ('code' in cause && cause.code === 'ECONNRESET'))
      return new StorageUnavailableError(cause.message || cause.name, { cause: error })
  return error
}

/** Returns true if the object storage replied that the file does not exist. */
export function isMissingFile(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.name === 'NoSuchKey') return true
  return false
}
