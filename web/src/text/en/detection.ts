export const detection = {
  'upload_image.title': 'Upload Image',
} as const
