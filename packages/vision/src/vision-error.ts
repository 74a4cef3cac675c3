/**
 * Why a photo got no answer.
 * - unsupported_type: its content is neither JPEG nor PNG, whatever its name says
 * - image_unreadable: empty, cut short or broken
 * - image_too_large: more than 50 megapixels
 * - overloaded: too many photos are waiting; nothing is wrong with this one
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
