import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { App } from '../../../context.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { type ExportData, getPhotoPath } from './export-data.ts'

/** Maximum total size of the photos in one file, in bytes; older photos are left out. */
const defaultMaxPhotoBytes = 400 * 1024 * 1024

export type ExportFile = { path: string; bytes: number; photos: number; leftOut: number }

/**
 * Writes the export as a ZIP file in a temporary directory, passes it to `handleFile` and deletes it afterwards. Only one
 * photo is in memory at a time.
 * @param maxPhotoBytes limit of the total size of the photos, in bytes
 */
export async function withExportFile(
  app: App,
  data: ExportData,
  handleFile: (exportFile: ExportFile) => Promise<void>,
  maxPhotoBytes = defaultMaxPhotoBytes,
): Promise<void> {
  const parent = join(app.config.dataDir, 'exports')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parent, 'making-'))
  try {
    const path = join(folder, 'kutu.zip')
    const { photos, leftOut } = await writeZip(app, path, data, maxPhotoBytes)
    await handleFile({ path, bytes: (await stat(path)).size, photos, leftOut })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeZip(app: App, path: string, { textFiles, photoHashes }: ExportData, maxPhotoBytes: number) {
  const zip = new ZipFile()
  // Settles when the ZIP file is complete, or rejects with the error that stopped it.
  const writing = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }))
  // The rejection is handled by the awaits below. Without this handler, a disk error during the download of a photo
  // would be an unhandled rejection and end the process.
  writing.catch(() => undefined)
  const mtime = app.clock.now()
  for (const [name, text] of textFiles) zip.addBuffer(Buffer.from(text), name, { mtime })
  let [photoCount, photoBytes] = [0, 0]
  for (const hash of photoHashes) {
    if (photoBytes >= maxPhotoBytes) break
    const photo = await app.files.get(photoKey(hash))
    if (!photo || photoBytes + photo.bytes.byteLength > maxPhotoBytes) continue
    // A stream respects back-pressure of the disk. JPEG data does not compress any further.
    const stream = Readable.from(Buffer.from(photo.bytes))
    zip.addReadStream(stream, getPhotoPath(hash), { mtime, compress: false, size: photo.bytes.byteLength })
    await Promise.race([finished(stream), writing])
    photoCount += 1
    photoBytes += photo.bytes.byteLength
  }
  zip.end()
  await writing
  return { photos: photoCount, leftOut: photoHashes.length - photoCount }
}
