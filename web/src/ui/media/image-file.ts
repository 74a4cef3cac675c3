import { imageLimits } from '@kutu/contract/upload-limits'
import type { MessageKey } from '../../i18n/catalogs.ts'

const imageNamePattern = /\.(jpe?g|png)$/i
/** Larger files are previewed by a resized copy, because small phones run out of memory. */
const maxPreviewBytes = 3 * 1024 * 1024
const previewWidth = 960

export type ImageFileError = Extract<MessageKey, 'upload.too_big' | 'upload.wrong_type' | 'upload.one_only'>

/** A larger file would not fit into the memory of a small phone while it is reduced. */
const maxReducibleBytes = 50 * 1024 * 1024

/** Returns whether the browser can reduce a photo before it is sent, as `prepareLeafPhoto` does. */
export const canReducePhotos = (): boolean => 'Worker' in globalThis && 'OffscreenCanvas' in globalThis

/**
 * Returns the key of the error message for chosen files, or undefined if they are one acceptable photo.
 * @param isReduced whether the photo is reduced before it is sent, so that a file above the limit is acceptable
 */
export function validateImageFile(files: readonly File[], isReduced = false): ImageFileError | undefined {
  const [file] = files
  if (!file || files.length > 1) return 'upload.one_only'
  // Some phones give a camera photo no type. Then the extension decides, and the server checks the bytes.
  const isImage =
    file.type === '' ? imageNamePattern.test(file.name) : imageLimits.types.some(type => type === file.type)
  if (!isImage) return 'upload.wrong_type'
  return file.size > (isReduced ? maxReducibleBytes : imageLimits.bytes) ? 'upload.too_big' : undefined
}

/** Returns the error of a photo above the limit that this browser cannot decode, and therefore not reduce. */
export async function validateLargePhoto(file: File | undefined): Promise<ImageFileError | undefined> {
  if (!file || file.size <= imageLimits.bytes) return undefined
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: previewWidth })
    bitmap.close()
    return undefined
  } catch {
    return 'upload.too_big'
  }
}

/** Returns true for the camera format of newer phones, which few browsers show and the server does not accept. */
export const isHeic = ({ type, name }: File): boolean => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

/** Returns an object URL for an <img>. The caller revokes it. */
export async function createPreviewUrl(file: File): Promise<string> {
  if (file.size <= maxPreviewBytes) return URL.createObjectURL(file)
  const bitmap = await createImageBitmap(file, { resizeWidth: previewWidth, resizeQuality: 'medium' })
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.8))
  return URL.createObjectURL(blob ?? file)
}
