import type { Translation } from '../catalogs.ts'
import type { camera as english } from '../en/camera.ts'

export const camera: Translation<typeof english> = {
  'camera.title': 'Kuba ekifaananyi ky’ekikoola kimu',
  'camera.fill': 'Ekikoola kimu kijjuze ekifaananyi.',
  'camera.too_dark': 'Kizikiza nnyo',
  'camera.too_bright': 'Kyaka nnyo',
  'camera.too_far': 'Sembera',
  'camera.too_blurred': 'Tonyeenya',
  'camera.good': 'Kirungi. Kuba ekifaananyi.',
  'camera.opening': 'Kamera eggulawo…',
  'camera.failed': 'Kutu tesobola kuggulawo kamera wano.',
  'camera.shutter': 'Kuba ekifaananyi kati',
  'camera.phone': 'Kamera y’essimu',
}
