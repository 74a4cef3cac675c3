import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CropType, RustClass } from '@kutu/contract/common'
import { rustClass } from '@kutu/contract/common'
import { type Label, readLabels } from '../detection/evaluation/labels-file.ts'
import { drawLeaf, noise } from './draw-leaf.ts'

/** A photo of a known class. `crop` is null if nobody knows it, as with drawn leaves. */
export type DemoPhoto = { bytes: Uint8Array; label: RustClass; crop: CropType | null }
export type PhotoSource = { next: () => Promise<DemoPhoto> }

const looks = { healthy: {}, common_rust: { pustules: true }, other_disease: { spots: true } } as const
const classes = rustClass.options

/** Draws a different leaf at each call. The classes take turns. */
export function createDrawnPhotos(): PhotoSource {
  let seed = 0
  return {
    async next() {
      seed++
      const label = classes[seed % classes.length] ?? 'healthy'
      const angle = Math.PI * noise(seed, 1, 3)
      const drawing = drawLeaf({ seed, angle, width: 480, height: 480, ...looks[label] })
      return { bytes: await drawing.jpeg({ quality: 90 }).toBuffer(), label, crop: null }
    },
  }
}

/**
 * Reads the photos of a folder with a labels.csv (see `LEAF_DATA`), spread evenly over its rows, so that they show many
 * diseases. Field photos only, if the folder has any.
 */
export async function openRealPhotos(folder: string): Promise<PhotoSource> {
  const labels = await readLabels(folder)
  const isUsable = ({ product_class, crop }: Label) => toClass(product_class) !== undefined && toCrop(crop) !== null
  const usable = labels.filter(isUsable)
  const field = usable.filter(({ setting }) => setting === 'field')
  const rows = field.length > 0 ? field : usable
  if (rows.length === 0) throw new Error(`${folder} has no photo of a supported crop`)
  // The golden ratio visits all parts of the list early and evenly.
  const goldenRatio = (Math.sqrt(5) - 1) / 2
  let position = 0
  return {
    async next() {
      position = (position + goldenRatio) % 1
      const row = rows[Math.floor(position * rows.length)]
      const label = row && toClass(row.product_class)
      if (!row || !label) throw new Error(`${folder} has no photos`)
      return { bytes: await readFile(join(folder, row.path)), label, crop: toCrop(row.crop) }
    },
  }
}

const toClass = (name: string): RustClass | undefined => classes.find(each => each === name)

const crops: Readonly<Record<string, CropType>> = { maize: 'MAIZE', wheat: 'WHEAT', rice: 'RICE', beans: 'BEANS' }
const toCrop = (name: string): CropType | null => crops[name] ?? null
