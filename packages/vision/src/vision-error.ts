/**
 * Reasons why a photo got no answer.
 * - unsupported_type: the content is neither JPEG nor PNG, whatever the file name
 * - image_unreadable: empty, truncated or corrupt
 * - image_too_large: more than 50 megapixels, or more than 200 MB when decoded (such as 16 bits per channel)
 * - overloaded: the queue is full; the photo itself may be fine
 */
export type VisionErrorCode = 'unsupported_type' | 'image_unreadable' | 'image_too_large' | 'overloaded'

export class VisionError extends Error {
  readonly code: VisionErrorCode

  constructor(code: VisionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'VisionError'
    this.code = code
  }
}
