import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { App } from '../context.ts'
import { photoKey } from '../detection/photos.ts'
import { type OwnData, photoName } from './export-data.ts'

/** What one file may hold of photos; whoever has more gets the newest. */
const mostPhotoBytes = 400 * 1024 * 1024

export type Written = { path: string; bytes: number; photos: number; left_out: number }

/**
 * Writes the file on this machine's disk and hands it over; then it is gone from there. One photo at a time is in memory.
 * @param most how many bytes of photos
 */
export async function withExportFile(
  app: App,
  data: OwnData,
  use: (written: Written) => Promise<void>,
  most = mostPhotoBytes,
): Promise<void> {
  const parent = join(app.config.dataDir, 'exports')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parent, 'making-'))
  try {
    const path = join(folder, 'kutu.zip')
    const { photos, left_out } = await writeZip(app, path, data, most)
    await use({ path, bytes: (await stat(path)).size, photos, left_out })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeZip(app: App, path: string, { texts, photos }: OwnData, most: number) {
  const zip = new ZipFile()
  // The output ends with the zip, or with the error that stopped it.
  const written = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }))
  // Noticed below; a disk that fails while a photo is fetched must not bring the process down.
  written.catch(() => undefined)
  const mtime = app.clock.now()
  for (const [name, text] of texts) zip.addBuffer(Buffer.from(text), name, { mtime })
  let [held, taken] = [0, 0]
  for (const hash of photos) {
    if (taken >= most) break
    const photo = await app.files.get(photoKey(hash))
    if (!photo || taken + photo.bytes.byteLength > most) continue
    // Through a stream, for that waits for the disk. A JPEG does not get smaller.
    const stream = Readable.from(Buffer.from(photo.bytes))
    zip.addReadStream(stream, photoName(hash), { mtime, compress: false, size: photo.bytes.byteLength })
    await Promise.race([finished(stream), written])
    held += 1
    taken += photo.bytes.byteLength
  }
  zip.end()
  await written
  return { photos: held, left_out: photos.length - held }
}
