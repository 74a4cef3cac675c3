import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { App } from '../../../context.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { type ExportData, getPhotoPath } from './export-data.ts'

/** What one file may hold of photos; whoever has more gets the newest. */
const defaultMaxPhotoBytes = 400 * 1024 * 1024

export type ExportFile = { path: string; bytes: number; photos: number; leftOut: number }

/**
 * Writes the file on this machine's disk and hands it over; then it is gone from there. One photo at a time is in memory.
 * @param most how many bytes of photos
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
  // The output ends with the zip, or with the error that stopped it.
  const writing = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }))
  // Noticed below; a disk that fails while a photo is fetched must not bring the process down.
  writing.catch(() => undefined)
  const mtime = app.clock.now()
  for (const [name, text] of textFiles) zip.addBuffer(Buffer.from(text), name, { mtime })
  let [photoCount, photoBytes] = [0, 0]
  for (const hash of photoHashes) {
    if (photoBytes >= maxPhotoBytes) break
    const photo = await app.files.get(photoKey(hash))
    if (!photo || photoBytes + photo.bytes.byteLength > maxPhotoBytes) continue
    // Through a stream, for that waits for the disk. A JPEG does not get smaller.
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
