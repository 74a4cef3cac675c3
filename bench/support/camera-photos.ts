import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

/** Returns the paths of the train and val photos of a folder with a labels.csv, never of a test split. */
export const readTrainingPaths = (folder: string): string[] =>
  readFileSync(join(folder, 'labels.csv'), 'utf8')
    .trim()
    .split('\n')
    .map(row => row.split(',')[0] ?? '')
    .filter(path => /^(val|train)\//.test(path))

const grain = { type: 'gaussian', mean: 128, sigma: 12 } as const
const noise = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#808080', noise: grain } })
  .png()
  .toBuffer()

/** Enlarges a small photo to `width` with the aspect ratio 4:3 and adds the noise of a camera. */
export async function enlargeLikeCamera(photo: Sharp, width: number): Promise<Sharp> {
  const enlarged = sharp(await photo.png().toBuffer()).resize({ width, height: width * 0.75, fit: 'cover' })
  return enlarged.composite([{ input: noise, tile: true, blend: 'soft-light' }]).jpeg({ quality: 90 })
}
