import { drawnLeaf } from '../server/src/testing/drawings.ts'
import type { KutuServer } from './kutu-server.ts'
import type { Call } from './load.ts'

const boundary = 'kutu-bench-boundary'

/** Photos as phones send them, drawn so that anybody can run this: some 4:3, some square, of one to several megapixels. */
export function drawnPhotos(sizes: readonly (readonly [number, number])[], each: number): Promise<Buffer[]> {
  const wanted = sizes.flatMap(([width, height]) => Array.from({ length: each }, () => ({ width, height })))
  return Promise.all(
    wanted.map((size, i) =>
      drawnLeaf({ seed: i + 1, spots: i % 2 === 0, ...size })
        .jpeg({ quality: 85 })
        .toBuffer(),
    ),
  )
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
