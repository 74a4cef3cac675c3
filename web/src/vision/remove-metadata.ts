import { stripMetadata } from '@kutu/vision/browser/strip-metadata'

/**
 * Returns a photo with the same pixels and without metadata, such as the place where it was taken.
 * @throws VisionError if the file is not a photo
 */
export async function removeMetadata(original: File): Promise<File> {
  const stripped = stripMetadata(new Uint8Array(await original.arrayBuffer()))
  return new File([stripped], original.name, { type: original.type })
}
