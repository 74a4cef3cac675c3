import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sharp from 'sharp'
import type { App } from '../../context.ts'
import { apiError } from '../http/api-error.ts'
import type { StoredFile } from './file-store.ts'

/** Finds a picture that is not in the file store: a heat map, or a profile photo while others may see it. */
export type FindPicture = (app: App, key: string) => Promise<StoredFile | undefined>

/**
 * Serves `/files/<key>` for signed URLs that have not expired; an `<img>` cannot send a bearer token. The parameter
 * `size=small` returns a thumbnail of a photo, for lists on slow networks.
 *
 * Profile photos and heat maps are small and stored in the database, so that the URL of a removed one stops working immediately.
 * Together with http/endpoints.ts this is the only place that sends binary data instead of the replies of the contract.
 */
export function serveFiles(server: FastifyInstance, getApp: () => App, findPicture: FindPicture): void {
  server.get('/files/*', async (request, reply) => {
    const app = getApp()
    const { key, expires, signature, isSmall } = parseFileUrl(request)
    if (app.files.secondsUntilExpiry(key, expires, signature) === 0) throw apiError('link_expired')
    if (key.endsWith('.zip')) return sendDownload(app, key, reply)
    const isPhoto = key.startsWith('photos/')
    const file = await (isPhoto ? app.files.get(key) : findPicture(app, key))
    if (!file) throw apiError('not_found')
    const bytes = isSmall && isPhoto ? await createThumbnail(file.bytes) : file.bytes
    return (
      reply
        .header('content-type', file.contentType)
        // The web app keeps photos in a cache that it can erase when the session ends (web/public/photo-worker.js).
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', 'inline')
        .header('content-security-policy', "default-src 'none'; sandbox")
        // The signature is the permission, so a client on another origin may show the image.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    )
  })
}

/** Sends a data export as a download that is never displayed or cached. */
async function sendDownload(app: App, key: string, reply: FastifyReply) {
  const file = await app.files.open(key)
  if (!file) throw apiError('not_found')
  return reply
    .header('content-type', file.contentType)
    .header('content-length', file.bytes)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', 'attachment; filename="kutu.zip"')
    .send(file.stream)
}

function parseFileUrl(request: FastifyRequest) {
  const { searchParams, pathname } = new URL(request.url, 'http://localhost')
  return {
    key: pathname.slice('/files/'.length),
    expires: Number(searchParams.get('expires')),
    signature: searchParams.get('signature') ?? '',
    isSmall: searchParams.get('size') === 'small',
  }
}

/** Pixels; enough for the photo strip of a post in a list, at a device pixel ratio of 2. */
const shortSide = 360

/**
 * Creates a JPEG thumbnail whose short side has at most 360 pixels. JPEG decoding at a reduced scale is fast, so
 * thumbnails are created per request instead of storing a second file for each photo.
 */
function createThumbnail(photo: Uint8Array): Promise<Uint8Array> {
  return sharp(photo)
    .resize({ width: shortSide, height: shortSide, fit: 'outside', withoutEnlargement: true })
    .jpeg({ quality: 70 })
    .toBuffer()
}
