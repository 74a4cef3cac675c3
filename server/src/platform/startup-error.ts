/** The server cannot start for a reason that the administrator can fix; the message says how. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** A running server holds this data folder. */
export class FolderInUseError extends StartupError {
  override name = 'FolderInUseError'
}

/** Returns the code (ENOENT, 28P01 …) of anything thrown; undefined if it has none. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
