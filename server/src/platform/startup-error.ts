/** The server cannot start for a reason the person at the terminal can mend; the message says what to do. */
export class StartupError extends Error {
  override name = 'CannotStart'
}

/** A living server holds this data folder. */
export class FolderInUseError extends StartupError {
  override name = 'FolderInUse'
}

/** The system's error code (ENOENT, 28P01 …) of anything thrown. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
