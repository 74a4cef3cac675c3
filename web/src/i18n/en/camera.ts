export const camera = {
  'camera.title': 'Photograph one leaf',
  'camera.fill': 'Fill the outline with one leaf.',
  'camera.too_dark': 'Too dark',
  'camera.too_bright': 'Too bright',
  'camera.too_far': 'Come closer',
  'camera.too_blurred': 'Hold still',
  'camera.good': 'Good. Take the photo.',
  'camera.opening': 'Opening the camera…',
  'camera.failed': 'Kutu cannot open the camera here.',
  'camera.shutter': 'Take the photo',
  'camera.phone': 'Phone’s camera',
} as const
