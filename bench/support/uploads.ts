import { openVision, type Vision } from '@kutu/vision/node/vision'
import { drawLeaf } from '../../server/src/testing/images/synthetic-photos.ts'
import type { KutuServer } from './kutu-server.ts'
import type { LoadRequest } from './load.ts'

const boundary = 'kutu-bench-boundary'

/**
 * Photos as phones send them, drawn so that anybody can run this: some 4:3, some square, of one to several megapixels.
 * Only such as the shipped model takes for a leaf: another photo is refused, and that is quicker than an answer.
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
    if (seed > count * 20) throw new Error('the model takes too few of the drawn leaves for leaves')
    const photo = await drawLeaf({ seed, spots: seed % 2 === 0, ...size })
      .jpeg({ quality: 85 })
      .toBuffer()
    if ((await vision.detect(photo)).isLeaf) leaves.push(photo)
  }
  return leaves
}

/**
 * The multipart call that uploads a photo. Its number is written behind the photo's end, where no decoder looks: no two
 * uploads have the same bytes, so that none is answered from an earlier one.
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
  throw new Error(`sign-in answered ${response.status}`)
}
