/** Thrown by a job that would fail in the same way every time: the job ends without another attempt. */
export class PermanentJobError extends Error {
  override name = 'PermanentJobError'
}
