import type { CropType } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'

const crops: readonly CropType[] = ['MAIZE', 'WHEAT', 'RICE', 'BEANS']

/** To experts who know the crop found; to all of them where it is none that experts name. */
export function expertsPath({ crop }: Pick<Analysis, 'crop'>): string {
  const known = crops.find(each => each === crop?.toUpperCase())
  return known === undefined ? '/experts' : `/experts?crop=${known}`
}
