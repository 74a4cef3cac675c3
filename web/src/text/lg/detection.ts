import type { Translation } from '../catalogue.ts'
import type { detection as english } from '../en/detection.ts'

export const detection: Translation<typeof english> = {
  'upload_image.title': 'Teekayo Ekifaananyi',
}
