import { openVision } from '@kutu/vision/node/vision'
import { drawLeaf } from '../../server/src/testing/images/synthetic-photos.ts'
import type { LoadRequest } from './http.ts'

const boundary = 'kutu-bench-boundary'
export const analysisPath = '/analysis/rust-detection/'

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
    for (const [width, height] of sizes) {
      const end = photos.length + countPerSize
      for (let seed = 1; photos.length < end; seed++) {
        if (seed > countPerSize * 20) throw new Error('the model recognizes too few of the synthetic leaves')
        const leaf = drawLeaf({ seed, spots: seed % 2 === 0, width, height })
        const photo = await leaf.jpeg({ quality: 85 }).toBuffer()
        if ((await vision.detect(photo)).isLeaf) photos.push(photo)
      }
    }
    return photos
  } finally {
    await vision.close()
  }
}

let uploadCount = Date.now()

/**
 * Creates the multipart request of an upload. A number after the end of the image makes the bytes unique, because the server
 * answers known bytes from the history.
 */
export function createUploadRequest(photo: Buffer | undefined, token: string, path = analysisPath): LoadRequest {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
  const tail = `upload ${uploadCount++}\r\n--${boundary}--\r\n`
  return {
    path,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
    body: Buffer.concat([Buffer.from(head), photo ?? Buffer.alloc(0), Buffer.from(tail)]),
  }
}
