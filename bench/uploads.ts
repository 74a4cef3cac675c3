import { openVision, type Vision } from '@kutu/vision/node'
import { drawnLeaf } from '../server/src/testing/drawings.ts'
import type { KutuServer } from './kutu-server.ts'
import type { Call } from './load.ts'

const boundary = 'kutu-bench-boundary'

/**
 * Photos as phones send them, drawn so that anybody can run this: some 4:3, some square, of one to several megapixels.
 * Only such as the shipped model takes for a leaf: another photo is refused, and that is quicker than an answer.
 */
export async function drawnPhotos(sizes: readonly (readonly [number, number])[], each: number): Promise<Buffer[]> {
  const vision = await openVision({ threads: 2 })
  try {
    const photos: Buffer[] = []
    for (const [width, height] of sizes) photos.push(...(await drawnLeaves(vision, { width, height }, each)))
    return photos
  } finally {
    await vision.close()
  }
}

async function drawnLeaves(vision: Vision, size: { width: number; height: number }, wanted: number): Promise<Buffer[]> {
  const leaves: Buffer[] = []
  for (let seed = 1; leaves.length < wanted; seed++) {
    if (seed > wanted * 20) throw new Error('the model takes too few of the drawn leaves for leaves')
    const photo = await drawnLeaf({ seed, spots: seed % 2 === 0, ...size })
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
export function uploadCall(path: string, photo: Buffer, number: number, token: string): Call {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
  const tail = `upload ${number}\r\n--${boundary}--\r\n`
  return {
    path,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
    body: Buffer.concat([Buffer.from(head), photo, Buffer.from(tail)]),
  }
}

export async function signedIn({ url, email, password }: KutuServer): Promise<string> {
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
