import { readFile } from 'node:fs/promises'
import { origin } from '../runner/test-server.ts'
import { getAccessToken, type TestAccount } from './accounts.ts'
import { leafPhotoPath, type leafPhotos } from './leaf-photos.ts'

/** Analyzes photos as a farmer, one after the other, and returns the ids of the analyses. */
export async function analyzeLeaves(
  farmer: TestAccount,
  ...photoNames: (keyof typeof leafPhotos)[]
): Promise<string[]> {
  const ids: string[] = []
  const authorization = `Bearer ${await getAccessToken(farmer)}`
  for (const name of photoNames) {
    const body = new FormData()
    body.set('image', new Blob([await readFile(leafPhotoPath(name))], { type: 'image/jpeg' }), 'leaf.jpg')
    const response = await fetch(`${origin}/analysis/rust-detection/`, {
      method: 'POST',
      headers: { authorization },
      body,
    })
    if (!response.ok) throw new Error(`The analysis responded with ${response.status}: ${await response.text()}`)
    ids.push(((await response.json()) as { id: string }).id)
  }
  return ids
}
