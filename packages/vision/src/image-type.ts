import { VisionError } from './vision-error.ts'

/**
 * Detects the type of an image from its content.
 * @throws VisionError unsupported_type
 */
export function detectImageType(bytes: Uint8Array): 'jpeg' | 'png' {
  const startsWith = (...magic: number[]) => magic.every((byte, i) => bytes[i] === byte)
  if (startsWith(0xff, 0xd8, 0xff)) return 'jpeg'
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  throw new VisionError('unsupported_type', 'The file is neither a JPEG nor a PNG')
}
