import { readFile } from 'node:fs/promises'
import { origin } from '../runner/test-server.ts'
import { getAccessToken, type TestAccount } from './accounts.ts'
import { leafPhotoPath, type leafPhotos } from './leaf-photos.ts'

interface Analysis {
  id: string
  rust_class: string
}

/** Analyzes photos as a farmer, one after the other, and returns the ids of the analyses. */
export async function analyzeLeaves(
  farmer: TestAccount,
  ...photoNames: (keyof typeof leafPhotos)[]
): Promise<string[]> {
  const analyses = await analyzePhotoFiles(farmer, photoNames.map(leafPhotoPath))
  return analyses.map(({ id }) => id)
}

/** Analyzes photo files as a farmer, one after the other, and returns the analyses in the same order. */
export async function analyzePhotoFiles(farmer: TestAccount, paths: string[], cropType?: string): Promise<Analysis[]> {
  const analyses: Analysis[] = []
  const authorization = `Bearer ${await getAccessToken(farmer)}`
  for (const path of paths) {
    const body = new FormData()
    if (cropType !== undefined) body.set('crop_type', cropType)
    body.set('image', new Blob([await readFile(path)], { type: 'image/jpeg' }), 'leaf.jpg')
    const response = await fetch(`${origin}/analysis/rust-detection/`, {
      method: 'POST',
      headers: { authorization },
      body,
    })
    if (!response.ok) throw new Error(`The analysis responded with ${response.status}: ${await response.text()}`)
    analyses.push((await response.json()) as Analysis)
  }
  return analyses
}
