import type { Translation } from '../catalogs.ts'
import type { camera as english } from '../en/camera.ts'

export const camera: Translation<typeof english> = {
  'camera.title': 'Piga picha ya jani moja',
  'camera.fill': 'Jani moja lijaze mchoro.',
  'camera.too_dark': 'Giza mno',
  'camera.too_bright': 'Mwanga mno',
  'camera.too_far': 'Sogea karibu',
  'camera.too_blurred': 'Tulia',
  'camera.good': 'Vizuri. Piga picha.',
  'camera.opening': 'Kamera inafunguka…',
  'camera.failed': 'Kutu haiwezi kufungua kamera hapa.',
  'camera.shutter': 'Piga picha sasa',
  'camera.phone': 'Kamera ya simu',
}
