import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../context.ts'
import { findPublicProfilePhoto } from '../../features/accounts/profile/public-profile-photos.ts'
import { apiError } from '../http/api-error.ts'
import { parseProfilePhotoKey } from './profile-photo-key.ts'
import { createThumbnail } from './thumbnail.ts'

/**
 * Serves `/files/<key>` to whoever holds a signed link that has not expired: an `<img>` sends no bearer token.
 * With `size=small` beside the signature a photo comes as a thumbnail, for lists on a slow network.
 * An expert's photo, small as it is, lies in the database: taken away, its link leads nowhere at once.
 * Beside http/serve.ts this is the one place that answers bytes instead of the contract's replies.
 */
export function serveFiles(server: FastifyInstance, app: () => App | undefined): void {
  server.get('/files/*', async (request, reply) => {
    const openedApp = app()
    if (!openedApp) throw apiError('not_ready', { retryAfter: 1 })
    const { key, expires, signature, isSmall } = parseFileUrl(request)
    const seconds = openedApp.files.secondsUntilExpiry(key, expires, signature)
    if (seconds === 0) throw apiError('link_expired')
    if (key.endsWith('.zip')) return sendDownload(openedApp, key, reply)
    const isProfilePhoto = parseProfilePhotoKey(key) !== undefined
    const file = await (isProfilePhoto ? findPublicProfilePhoto(openedApp, key) : openedApp.files.get(key))
    if (!file) throw apiError('not_found')
    const bytes = isSmall && !isProfilePhoto && key.endsWith('.jpg') ? await createThumbnail(file.bytes) : file.bytes
    return (
      reply
        .header('content-type', file.contentType)
        .header('cache-control', `private, max-age=${seconds}, immutable`)
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', 'inline')
        .header('content-security-policy', "default-src 'none'; sandbox")
        // The link is the permission: a client on another origin that holds one may show the picture.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    )
  })
}

/** Somebody's own data: saved, never shown, and kept by nobody on the way. */
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
