import type { CropType } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'

const crops: readonly CropType[] = ['MAIZE', 'WHEAT', 'RICE', 'BEANS']

/** Returns the path to the experts for the detected crop, or to all experts when no expert can list that crop. */
export function expertsPath({ crop }: Pick<Analysis, 'crop'>): string {
  const known = crops.find(each => each === crop?.toUpperCase())
  return known === undefined ? '/experts' : `/experts?crop=${known}`
}
