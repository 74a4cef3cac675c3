import { maxPhotoAgeDays } from '@kutu/contract/upload-limits'
import { readExifTime } from '@kutu/vision/browser/exif-time'
import { getServerTime } from '../../../api/session/server-clock.ts'

/** Longer than the largest EXIF data, which come first. */
const headBytes = 128 * 1024
const maxAgeMs = maxPhotoAgeDays * 24 * 3600_000

/**
 * Returns when a chosen photo was taken: by its EXIF data, else by the time of the file if that is within the last 30 days,
 * else now. Never in the future, nor more than 30 days back. The camera and the file have the clock of the device, so only
 * the age is theirs.
 */
export async function readTimeTaken(file: File): Promise<Date> {
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer())
  const taken = readExifTime(new Uint8Array(head))
  const age = Date.now() - (taken?.getTime() ?? file.lastModified)
  const isPlausible = taken !== null || age < maxAgeMs
  return new Date(getServerTime().getTime() - (isPlausible ? Math.min(Math.max(age, 0), maxAgeMs) : 0))
}
