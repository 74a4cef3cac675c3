import { openVision, type Vision } from '@kutu/vision/node/vision'
import { drawLeaf } from '../../server/src/testing/images/synthetic-photos.ts'
import type { KutuServer } from './kutu-server.ts'
import type { LoadRequest } from './load.ts'

const boundary = 'kutu-bench-boundary'

/**
 * Creates synthetic leaf photos, so that no data set is needed. Only photos that the shipped model recognizes as a leaf are
 * used, because a rejection is faster than a diagnosis.
 */
export async function createPhotos(
  sizes: readonly (readonly [number, number])[],
  countPerSize: number,
): Promise<Buffer[]> {
  const vision = await openVision({ threads: 2 })
  try {
    const photos: Buffer[] = []
    for (const [width, height] of sizes) photos.push(...(await createLeaves(vision, { width, height }, countPerSize)))
    return photos
  } finally {
    await vision.close()
  }
}

async function createLeaves(vision: Vision, size: { width: number; height: number }, count: number): Promise<Buffer[]> {
  const leaves: Buffer[] = []
  for (let seed = 1; leaves.length < count; seed++) {
    if (seed > count * 20) throw new Error('the model recognizes too few of the synthetic leaves')
    const photo = await drawLeaf({ seed, spots: seed % 2 === 0, ...size })
      .jpeg({ quality: 85 })
      .toBuffer()
    if ((await vision.detect(photo)).isLeaf) leaves.push(photo)
  }
  return leaves
}

/**
 * Creates the multipart request of an upload. A number after the end of the image makes the bytes unique, because the server
 * answers known bytes from the history.
 */
export function createUploadRequest(path: string, photo: Buffer, number: number, token: string): LoadRequest {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
  const tail = `upload ${number}\r\n--${boundary}--\r\n`
  return {
    path,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
    body: Buffer.concat([Buffer.from(head), photo, Buffer.from(tail)]),
  }
}

export async function signIn({ url, email, password }: KutuServer): Promise<string> {
  const response = await fetch(`${url}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const reply: unknown = await response.json()
  if (typeof reply === 'object' && reply !== null && 'access' in reply && typeof reply.access === 'string')
    return reply.access
  throw new Error(`sign-in returned ${response.status}`)
}
